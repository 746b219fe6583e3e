import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { silentLog } from '#platform/log/log.ts';
import { openDatabase } from './database.ts';
import { isDatabaseAway } from './database-away.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('the database', () => {
  it('gives a bigint as a number and a date as the text of its day', async () => {
    const { rows } = await database.pool.query(
      `select 9007199254740991::bigint as big, date '2026-03-08' as day,
        timestamptz '2026-03-08T07:00Z' as at`,
    );
    expect(rows[0]).toEqual({
      big: Number.MAX_SAFE_INTEGER,
      day: '2026-03-08',
      at: new Date('2026-03-08T07:00:00Z'),
    });
  });

  it('refuses a bigint that a number cannot hold', async () => {
    await expect(database.pool.query('select 9007199254740993::bigint')).rejects.toThrow('no safe integer');
  });

  it('survives the loss of its connections and says that the database is away', async () => {
    const pid = await database.pool.query('select pg_backend_pid() as pid');
    const lost = database.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    });
    await expect(lost.catch(isDatabaseAway)).resolves.toBe(true);
    const again = await database.pool.query('select 1 as one');
    expect(again.rows).toEqual([{ one: 1 }]);
    expect(pid.rows).toHaveLength(1);
  });

  /** @shows H18.2 */
  it('is not reached in the open where its address demands TLS', async () => {
    const url = new URL(database.url);
    url.search = '?sslmode=verify-full';
    const open = openDatabase(url.href, { log: silentLog(), maxConnections: 1 });
    await expect(open.pool.query('select 1')).rejects.toThrow('does not support SSL');
    await open.close();
  });

  /** @shows MH14.2 */
  it('is away where no server is, in a transaction and outside', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/none';
    const nowhere = openDatabase(url, { log: silentLog(), maxConnections: 1 });
    const outside = nowhere.db.execute(sql`select 1`).catch(isDatabaseAway);
    const inside = nowhere.db.transaction((tx) => tx.execute(sql`select 1`)).catch(isDatabaseAway);
    expect(await Promise.all([outside, inside])).toEqual([true, true]);
    await nowhere.close();
  });

  /** @shows MH14.2 */
  it('is away while the server takes no connections', async () => {
    const closed = await createTestDatabase();
    const name = new URL(closed.url).pathname.slice(1);
    await closed.onServer(`alter database ${name} with allow_connections false`);
    await closed.onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    const outside = closed.db.execute(sql`select 1`).catch(isDatabaseAway);
    const inside = closed.db.transaction((tx) => tx.execute(sql`select 1`)).catch(isDatabaseAway);
    expect(await Promise.all([outside, inside])).toEqual([true, true]);
    await closed.drop();
  });

  /** @shows MH14.2 */
  it.each([
    ['a visitor who broke off', Object.assign(new Error('aborted'), { code: 'ECONNRESET' })],
    ['a file store', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
    ['a mail server', new Error('no mail', { cause: Object.assign(new Error(), { code: 'ETIMEDOUT' }) })],
  ])('is not away because of the network of %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });

  it('takes a wrong statement for no absence', async () => {
    const wrong = database.db.execute(sql`select nothing_here`);
    await expect(wrong.catch(isDatabaseAway)).resolves.toBe(false);
  });
});
