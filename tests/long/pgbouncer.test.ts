import { sql } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '#platform/db/database.ts';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { silentLog } from '#platform/log/log.ts';
import { startQueue, type Queue } from '#platform/queue/queue.ts';
import { lacksPrograms } from '#tests/support/servers/find-programs.ts';
import { startPgBouncer, type PgBouncer } from '#tests/support/servers/pgbouncer.ts';
import { makePostgres, type PostgresServer } from '#tests/support/servers/postgres-server.ts';
import { makeServerFolder, type ServerFolder } from '#tests/support/servers/server-process.ts';

const SERVER_CONNECTIONS = 4;
// A worker that hears no notices looks every five seconds.
const SOON_MS = 10_000;

let folder: ServerFolder;
let server: PostgresServer;
let pooler: PgBouncer;

/** @shows H20.2 */
describe.skipIf(lacksPrograms({ pgBouncer: true }))(
  'through PgBouncer, a connection for each transaction',
  () => {
    beforeAll(async () => {
      folder = makeServerFolder('pgbouncer');
      server = await makePostgres(folder, 'server');
      await migrateDatabase(server.url('owner'), { portalRole: 'portal' });
      pooler = await startPgBouncer(folder, server.port, SERVER_CONNECTIONS);
    });
    afterAll(async () => {
      await pooler?.stop();
      await server?.stop();
      folder?.remove();
    });

    const withPools = async <T>(act: (pools: OpenDatabase[]) => Promise<T>): Promise<T> => {
      const pools = [1, 2].map(() =>
        openDatabase(pooler.url('portal'), { log: silentLog(), maxConnections: 8 }),
      );
      try {
        return await act(pools);
      } finally {
        for (const { close } of pools) await close();
      }
    };

    it('statements that come often are answered on whichever connection they land', async () => {
      const wrong = await withPools(async (pools) => {
        const asked = Array.from({ length: 400 }, async (_, n) => {
          const { db } = pools[n % 2]!;
          const read = (text: string) => sql`select ${n}::int as ${sql.raw(text)}`;
          return db.transaction(async (tx) => {
            const [first, second] = await Promise.all([
              tx.execute<{ one: number }>(read('one')),
              tx.execute<{ two: number }>(read('two')),
            ]);
            return first.rows[0]!.one === n && second.rows[0]!.two === n;
          });
        });
        return (await Promise.all(asked)).filter((isRight) => !isRight);
      });
      expect(wrong).toEqual([]);
    });

    it('statements of one turn outside of a transaction come back to who asked', async () => {
      const answers = await withPools(async ([pool]) =>
        Promise.all(
          Array.from({ length: 200 }, async (_, n) => {
            const { rows } = await pool!.db.execute<{ n: number }>(sql`select ${n}::int as n`);
            return rows[0]!.n;
          }),
        ),
      );
      expect(answers).toEqual(Array.from({ length: 200 }, (_, n) => n));
    });

    it('a job that is asked for starts soon on one of two portals, each time once', async () => {
      let runs = 0;
      const job = { name: 'drill.run', cron: '0 3 * * *', run: async () => void (runs += 1) } as const;
      const options = { databaseUrl: pooler.url('portal'), time_zone: 'America/New_York', log: silentLog() };
      const queues: Queue[] = [];
      for (let n = 0; n < 2; n += 1) queues.push(await startQueue({ ...options, jobs: [job] }));
      try {
        for (let asked = 1; asked <= 3; asked += 1) {
          await queues[asked % 2]!.triggerJob('drill.run');
          await expect.poll(() => runs, { timeout: SOON_MS }).toBe(asked);
          // A notice that came late would start a second one.
          await sleep(1_000);
        }
        expect(runs).toBe(3);
      } finally {
        await Promise.all(queues.map(({ stop }) => stop()));
      }
    });

    /** @shows H20.4 */
    it('the tables are not migrated through it, as a lock would not hold', async () => {
      await expect(migrateDatabase(pooler.url('owner'), { portalRole: 'portal' })).rejects.toThrow(
        'DATABASE_OWNER_URL',
      );
    });
  },
);
