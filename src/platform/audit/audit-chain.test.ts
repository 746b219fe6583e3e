import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVault } from '#platform/vault/vault.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { writeAudit } from './audit.ts';
import { chainAuditLog, streamAuditLog, verifyAuditLog, type StreamedRow } from './audit-chain.ts';
import { BEFORE_THE_FIRST, hashOfLink } from './audit-chain.ts';

const vaultOf = (...names: string[]) => createVault(names.map((name) => Buffer.alloc(32, name)));
const vault = vaultOf('first');

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());
beforeEach(() =>
  database.asOwner('truncate audit_log, audit_chain, audit_heads, audit_texts restart identity'),
);

const NOW = new Date('2026-04-10T14:00:00.123Z');
const clock = testClock(NOW.toISOString());
const AS_OWNER = 'set session_replication_role = replica;';

async function write(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1)
    await writeAudit(database.db, NOW, undefined, {
      action: 'a.test',
      subject: `user:${n}`,
      detail: { b: n, a: 'Ünïcödé "quoted"', none: null },
      before: { d: 1, c: n },
      after: { d: 2, c: null },
    });
}

const chain = (by = vault) => chainAuditLog({ db: database.db, vault: by, clock });
const verify = (noted?: string, by = vault) => verifyAuditLog({ db: database.db, vault: by }, noted);
const faults = async (noted?: string) => (await verify(noted)).faults;

async function rowsFrom(after: number): Promise<StreamedRow[]> {
  const found: StreamedRow[] = [];
  for await (const row of streamAuditLog(database.db, after)) found.push(row);
  return found;
}

/** @shows H13.4 */
describe('the chain of the audit log', () => {
  it('has every row once, and nothing is wrong with it', async () => {
    await write(3);
    expect(await verify()).toMatchObject({ faults: [], chained: 0, waiting: 3, head: undefined });
    await Promise.all([chain(), chain(), chain()]);
    await write(2);
    await chain();
    const report = await verify();
    expect(report).toMatchObject({ faults: [], chained: 5, waiting: 0 });
    expect(report.head).toMatch(/^5:[0-9a-f]{64}$/);
  });

  it('takes more rows than one batch', async () => {
    await database.pool.query(`insert into audit_log (at, action, subject)
      select now(), 'a.test', 'user:' || n from generate_series(1, 2500) n`);
    await chain();
    expect(await verify()).toMatchObject({ faults: [], chained: 2500 });
  });

  it('takes a row that commits late, and never holds up who writes one', async () => {
    const slow = await database.pool.connect();
    await slow.query('begin');
    await slow.query(`insert into audit_log (at, action, subject) values (now(), 'a.late', 'user:1')`);
    await write(2);
    await chain();
    expect((await verify()).chained).toBe(2);
    await slow.query('commit');
    slow.release();
    await chain();
    expect(await verify()).toMatchObject({ faults: [], chained: 3, waiting: 0 });
    expect((await rowsFrom(0)).map(({ id }) => id)).toEqual([2, 3, 1]);
  });

  it('is of no use to who has only the role of the portal', async () => {
    await write(1);
    await chain();
    for (const table of ['audit_chain', 'audit_heads']) {
      await expect(database.pool.query(`update ${table} set seq = 9`)).rejects.toThrow('permission denied');
      await expect(database.pool.query(`delete from ${table}`)).rejects.toThrow('permission denied');
    }
    await expect(database.asOwner('delete from audit_chain')).rejects.toThrow('append-only');
  });
});

/** @shows H13.4 */
describe('npm run audit:verify', () => {
  beforeEach(async () => {
    await write(5);
    await chain();
  });

  it.each([
    ['subject', `update audit_log set subject = 'user:9' where id = 3`],
    ['instant', `update audit_log set at = at + interval '1 ms' where id = 3`],
    ['actor', `update audit_log set actor_id = 7 where id = 3`],
    ['detail', `update audit_log set detail = jsonb_set(detail, '{b}', '4') where id = 3`],
    ['value before', `update audit_log set detail = jsonb_set(detail, '{before,c}', '4') where id = 3`],
  ])('names the one row whose %s was changed', async (_, statement) => {
    await database.asOwner(AS_OWNER + statement);
    expect(await faults()).toEqual([{ k: 'changed', audit_id: 3 }]);
  });

  it('names the one row that was removed', async () => {
    await database.asOwner(`${AS_OWNER} delete from audit_log where id = 3`);
    expect(await faults()).toEqual([{ k: 'removed', audit_id: 3 }]);
  });

  it('names the link that was removed with its row', async () => {
    await database.asOwner(
      `${AS_OWNER} delete from audit_log where id = 3; delete from audit_chain where seq = 3`,
    );
    expect(await faults()).toEqual([{ k: 'link_removed', seq: 3 }]);
  });

  it('names the one row that was inserted among older ones', async () => {
    await database.asOwner(`${AS_OWNER} delete from audit_log where id = 3`);
    await database.asOwner('truncate audit_chain, audit_heads');
    await chain();
    await database.asOwner(`${AS_OWNER} update audit_heads set signed_at = signed_at - interval '2 hours'`);
    await database.asOwner(`insert into audit_log (id, at, action, subject) overriding system value
      values (3, now(), 'a.forged', 'user:1')`);
    await chain();
    expect(await faults()).toEqual([{ k: 'squeezed_in', audit_id: 3 }]);
  });

  it('finds a chain that was written anew without the key', async () => {
    await database.asOwner(`${AS_OWNER} update audit_log set subject = 'user:9' where id = 3`);
    let before = BEFORE_THE_FIRST;
    const { rows } = await database.pool.query('select * from audit_log order by id');
    for (const row of rows) {
      before = hashOfLink(before, row);
      await database.asOwner(
        `${AS_OWNER} update audit_chain set hash = '\\x${before.toString('hex')}' where audit_id = ${row.id}`,
      );
    }
    expect(await faults()).toEqual([{ k: 'head_unsigned', seq: 5 }]);
  });

  it('finds rows that were cut off at the end by a head that was noted before', async () => {
    await write(2);
    await chain();
    const { head } = await verify();
    expect(await faults(head)).toEqual([]);
    await database.asOwner(`${AS_OWNER} delete from audit_log where id > 5;
      delete from audit_chain where seq > 5; delete from audit_heads where seq > 5`);
    expect(await faults()).toEqual([]);
    expect(await faults(head)).toEqual([{ k: 'head_unlike', seq: 7 }]);
  });

  it('goes on when the key was replaced, and needs the new one alone', async () => {
    await write(1);
    await chain(vaultOf('second', 'first'));
    expect((await verify(undefined, vaultOf('second'))).faults).toEqual([]);
    expect((await verify(undefined, vaultOf('third'))).faults).toEqual([{ k: 'head_unsigned', seq: 6 }]);
  });

  /** @shows MO9.4 */
  it('finds no fault right after the key was replaced, without a row written since', async () => {
    await chain(vaultOf('second', 'first'));
    expect(await verify(undefined, vaultOf('second'))).toMatchObject({ faults: [], chained: 6 });
    await chain(vaultOf('second', 'first'));
    expect((await verify()).chained).toBe(6);
    const { rows } = await database.pool.query(
      'select action, detail from audit_log order by id desc limit 1',
    );
    const [before, after] = [vault.currentKeyId, vaultOf('second').currentKeyId];
    expect(rows).toEqual([{ action: 'vault.replace_key', detail: { before, after } }]);
  });

  /** @shows MO9.4 */
  it('still finds a head under a key that never was in the ring', async () => {
    await database.asOwner(
      `${AS_OWNER} update audit_heads set key_id = 'nobodys', signature = reverse(signature)`,
    );
    await chain(vaultOf('second', 'first'));
    expect((await verify(undefined, vaultOf('second', 'first'))).faults).toEqual([
      { k: 'head_unsigned', seq: 5 },
    ]);
  });
});

/** @shows MH15.1 */
describe('npm run audit:verify, of rows and links that somebody has put there', () => {
  beforeEach(async () => {
    await write(3);
    await chain();
  });

  const insertRow = (at: string) =>
    database.pool.query(`insert into audit_log (at, action, subject) values ('${at}', 'a.forged', 'user:1')`);
  const insertLink = (seq: string, audit_id: string) =>
    database.asOwner(`insert into audit_chain values (${seq}, ${audit_id}, '\\x${'ab'.repeat(32)}')`);

  it('names a row with an earlier time, which joined the chain as the last one', async () => {
    await insertRow('2026-04-10T12:59:59Z');
    await insertRow('2026-04-10T13:00:01Z');
    await chain();
    await write(1);
    await chain();
    expect(await faults()).toEqual([{ k: 'back_dated', audit_id: 4 }]);
  });

  it.each([
    ['of a row that does not exist', '4', '77'],
    ['far behind the last one', '4000000000000000', '77'],
    ['of a number that no link has', '9223372036854775807', '77'],
    ['before the first one', '-1', '77'],
    ['of a row number that no row has', '4', '9223372036854775807'],
  ])('names a link %s, and goes on', async (_, seq, audit_id) => {
    await insertLink(seq, audit_id);
    const found = await verify();
    expect(found.faults.map((fault) => [fault.k, 'seq' in fault && String(fault.seq)])).toEqual([
      ['link_bogus', seq],
    ]);
    expect(found.chained).toBe(3);
  });

  it.each([
    ['4', [{ k: 'removed', audit_id: 77 }]],
    [
      '4000000000000000',
      [
        { k: 'links_removed', seq: 4, to: 3_999_999_999_999_999 },
        { k: 'removed', audit_id: 77 },
      ],
    ],
  ])('names link %s when the chain has gone on behind it', async (seq, named) => {
    await insertLink(seq, '77');
    await write(2);
    await chain();
    expect(await verify()).toMatchObject({ faults: named, chained: 6, waiting: 0 });
  });
});

/** @shows MH15.2 */
describe('the role of the portal', () => {
  it('adds to the chain by the functions of the owner alone', async () => {
    await write(1);
    const link = `insert into audit_chain values (1, 1, '\\x${'ab'.repeat(32)}')`;
    await expect(database.pool.query(link)).rejects.toThrow('permission denied');
    const head = `insert into audit_heads (seq, highest_audit_id, key_id, signature) values (1, 1, 'a', 'b')`;
    await expect(database.pool.query(head)).rejects.toThrow('permission denied');
    const append = (ids: string, texts: string) =>
      database.pool.query(`select * from append_audit_links('${ids}', '${texts}')`);
    await expect(append('{77}', '{x}')).rejects.toThrow('audit_log has no row 77');
    await append('{1}', '{x}');
    await expect(append('{1}', '{x}')).rejects.toThrow('audit_chain_audit_id_unique');
    expect(await faults()).toEqual([{ k: 'link_bogus', seq: 1 }]);
  });
});

/** @shows MH15.3 */
describe('a text beside the audit log', () => {
  const entry = { action: 'a.test', subject: 'user:1', texts: { reason: 'no', notes: 'yes' } };
  beforeEach(async () => {
    await writeAudit(database.db, NOW, undefined, entry);
    await chain();
  });

  it('is named by npm run audit:verify when it was changed, and not when it was erased', async () => {
    expect(await faults()).toEqual([]);
    await database.asOwner(`delete from audit_texts where name = 'notes'`);
    expect(await faults()).toEqual([]);
    await database.asOwner(`update audit_texts set text = 'yes' where name = 'reason'`);
    expect(await faults()).toEqual([{ k: 'text_changed', audit_id: 1, name: 'reason' }]);
  });

  it('is named when it was added later, or lost its key', async () => {
    await database.asOwner(`update audit_texts set key = null where name = 'notes'`);
    await database.asOwner(`insert into audit_texts values (1, 'other', 'a word', '\\x00')`);
    expect(await faults()).toEqual([
      { k: 'text_changed', audit_id: 1, name: 'notes' },
      { k: 'text_changed', audit_id: 1, name: 'other' },
    ]);
  });

  it('has the same words and another hash each time, so that nobody guesses an erased one', async () => {
    await writeAudit(database.db, NOW, undefined, entry);
    const { rows } = await database.pool.query(
      `select detail->'text_hashes'->>'reason' as hash from audit_log`,
    );
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
  });
});

/** @shows MH15.4 */
it('a certificate of destroyed contracts is never changed and never removed', async () => {
  for (const statement of [
    'update destruction_certificates set contracts = 0',
    'delete from destruction_certificates',
  ])
    await expect(database.pool.query(statement)).rejects.toThrow('permission denied');
  const { rows } = await database.pool.query(`select tgname from pg_trigger
    where tgrelid = 'destruction_certificates'::regclass and tgfoid = 'refuse_rewriting'::regproc`);
  expect(rows).toHaveLength(1);
});

/** @shows H13.5 */
describe('the stream of the audit log', () => {
  it('goes on after the last row that arrived, and its hashes can be checked elsewhere', async () => {
    await write(3);
    await chain();
    const first = await rowsFrom(0);
    await write(2);
    await chain();
    const all = [...first, ...(await rowsFrom(first.at(-1)!.seq))];
    expect(all.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    let before = BEFORE_THE_FIRST;
    for (const row of all) {
      before = hashOfLink(before, { ...row, at: new Date(row.at) } as never);
      expect(row.hash).toBe(before.toString('hex'));
    }
  });
});
