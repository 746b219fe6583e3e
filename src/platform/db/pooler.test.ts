import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLog } from '#platform/log/log.ts';
import { startQueue } from '#platform/queue/queue.ts';
import { startStandInPooler } from '#tests/support/database/stand-in-pooler.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { openDatabase } from './database.ts';
import { migrateDatabase } from './migrate.ts';
import { isPoolerAt } from './pooler.ts';
import { prepared, type Slots } from './prepared.ts';

let database: TestDatabase;
let pooler: Awaited<ReturnType<typeof startStandInPooler>>;

beforeAll(async () => {
  database = await createTestDatabase();
  pooler = await startStandInPooler(database.url);
});
afterAll(async () => {
  await pooler.stop();
  await database.drop();
});

/** @shows H20.2 */
describe('behind a pooler', () => {
  it('a portal knows that it is', async () => {
    expect([await isPoolerAt(database.url), await isPoolerAt(pooler.urlOf(database.url))]).toEqual([
      false,
      true,
    ]);
  });

  it('no statement has a name, however often it comes', async () => {
    const { db, close } = openDatabase(pooler.urlOf(database.url), { log: silentLog(), maxConnections: 1 });
    try {
      const often = prepared((one, { n }: Slots<{ n: number }>) =>
        one.execute(sql`select ${n}::int as often`),
      );
      for (const n of [1, 2, 3, 4, 5]) await often(db, { n });
      const { rows } = await db.execute(sql`select statement from pg_prepared_statements`);
      expect(rows).toEqual([]);
    } finally {
      await close();
    }
  });

  it('nobody listens for jobs, which start all the same', async () => {
    const run = vi.fn(async () => undefined);
    const queue = await startQueue({
      databaseUrl: pooler.urlOf(database.url),
      jobs: [{ name: 'pooled.run', cron: '0 3 * * *', run }],
      time_zone: 'America/New_York',
      log: silentLog(),
    });
    try {
      const { rows } = await database.pool.query(
        `select query from pg_stat_activity
          where datname = current_database() and (query like 'LISTEN%' or query like '%listening_channels%')
          and pid <> pg_backend_pid()`,
      );
      expect(rows).toEqual([]);
      await queue.triggerJob('pooled.run');
      await vi.waitFor(() => expect(run).toHaveBeenCalledOnce(), 10_000);
    } finally {
      await queue.stop();
    }
  });

  /** @shows H20.4 */
  it('the tables are not migrated, as a lock would not hold, and the setting is named', async () => {
    await expect(migrateDatabase(pooler.urlOf(database.ownerUrl))).rejects.toThrow('DATABASE_OWNER_URL');
  });
});
