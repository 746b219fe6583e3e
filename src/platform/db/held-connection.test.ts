import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clockSettings } from '#db/tables/platform.ts';
import { openDatabase, type Db, type OpenDatabase, type Tx } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { onOneConnection } from './at-once.ts';
import { prepared, type Slots } from './prepared.ts';

const REFUSED = 'no statement is asked for after its transaction has ended';

let database: TestDatabase;
let opened: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // With a single connection, the next transaction reuses the connection.
  opened = openDatabase(database.url, { log: silentLog(), maxConnections: 1 });
});
beforeEach(() => set(opened.db, 1));
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const set = async (db: Pick<Tx, 'update'>, offset_ms: number) =>
  void (await db.update(clockSettings).set({ offset_ms }));
const setting = async () => (await opened.db.select().from(clockSettings))[0]!.offset_ms;
const setPrepared = prepared((db, { offset_ms }: Slots<{ offset_ms: number }>) =>
  db.update(clockSettings).set({ offset_ms } as never),
);

const WAYS: [string, (db: Db) => Promise<unknown>][] = [
  ['the query builder', (db) => set(db, 66)],
  ['SQL', (db) => db.execute(sql`update clock_settings set offset_ms = 66`)],
  ['a prepared statement', (db) => setPrepared(db, { offset_ms: 66 })],
  ['a savepoint', (db) => db.transaction((inner) => set(inner, 66))],
];

const ENDINGS: [string, (keep: (db: Db) => void) => Promise<unknown>][] = [
  ['a commit', (keep) => opened.db.transaction(async (tx) => keep(tx))],
  [
    'a rollback',
    async (keep) => {
      const thrown = opened.db.transaction(async (tx) => {
        keep(tx);
        throw new Error('changed my mind');
      });
      await expect(thrown).rejects.toThrow('changed my mind');
    },
  ],
  ['some reads by one connection', (keep) => onOneConnection(opened.db, async (one) => keep(one))],
];

const messagesOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${messagesOf(error.cause)}` : '';

/** @shows MC1.4 */
describe.each(ENDINGS)('after %s', (_, end) => {
  it.each(WAYS)(
    'nothing is asked by %s, neither at once nor inside the next transaction',
    async (_way, ask) => {
      let ended: Db | undefined;
      await end((db) => (ended = db));
      expect(messagesOf(await ask(ended!).catch((error: unknown) => error))).toContain(REFUSED);
      await opened.db.transaction(async (tx) => {
        await set(tx, 2);
        expect(messagesOf(await ask(ended!).catch((error: unknown) => error))).toContain(REFUSED);
      });
      expect(await setting()).toBe(2);
    },
  );
});

/** @shows MC1.4 */
describe('work that was begun and not awaited', () => {
  it('ends with its transaction, and changes nothing of the next one', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const refused = opened.db.transaction(async (tx) => {
      late = (async () => {
        await set(tx, 66);
        await set(tx, 67);
      })().catch(messagesOf);
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await late).toContain(REFUSED);
    expect(await setting()).toBe(1);
  });

  it('gives its connection back although its first statement could not be sent', async () => {
    const lost = opened.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    });
    await expect(lost).rejects.toThrow();
    expect(await setting()).toBe(1);
  });
});
