import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { invariant } from '#kit/invariant.ts';
import { onHeldConnection, type HeldDatabase } from './held-connection.ts';
import { learnOfPooler } from './pooler.ts';
import { followStatements } from './follow-statements.ts';

type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

export type Tx = Transaction & { $client: pg.PoolClient };

export type Database = Omit<NodePgDatabase, 'transaction'> & {
  $client: pg.Pool;
  transaction<T>(
    work: (tx: Tx) => Promise<T>,
    config?: Parameters<NodePgDatabase['transaction']>[1],
  ): Promise<T>;
};

export type Db = Database | Tx | HeldDatabase;

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  close: () => Promise<void>;
};

type Options = { log: Log; maxConnections?: number };

/** False on a replica before its promotion. */
export async function takesWrites(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ ready: boolean }>(sql`select not pg_is_in_recovery() as ready`);
  return rows[0]?.ready === true;
}

/** @param url  postgres://user:password@host:port/database */
export function openDatabase(url: string, { log, maxConnections = 20 }: Options): OpenDatabase {
  useOurColumnTypes();
  const pool = new pg.Pool({
    pipeline: true,
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    // A new connection plans every statement anew, and requests arriving together would wait.
    idleTimeoutMillis: 10 * MINUTE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: MINUTE_MS,
    application_name: 'schoolrun',
  });
  // Without a listener, a restart of the server would end the process. The pool replaces the connection.
  pool.on('error', (error) => log.warn({ error: describeError(error) }, 'a database connection was lost'));
  // A client in use when the server stops emits on the client, not on the pool.
  pool.on('connect', (client) => client.on('error', () => undefined));
  learnOfPooler(pool);
  followStatements(pool);
  const transaction: Database['transaction'] = (work, config) =>
    onHeldConnection(pool, (one) =>
      one.transaction((tx) => work(Object.assign(tx, { $client: one.$client })), config),
    );
  const db: Database = Object.assign(drizzle({ client: pool }), { transaction });
  return { db, pool, close: () => pool.end() };
}

/**
 * bigint is a safe integer, date stays `YYYY-MM-DD`: node-postgres would return midnight in the machine's
 * zone.
 */
function useOurColumnTypes(): void {
  pg.types.setTypeParser(pg.types.builtins.INT8, safeInteger);
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
}

function safeInteger(text: string): number {
  const value = Number(text);
  invariant(Number.isSafeInteger(value), 'a bigint of the database is no safe integer');
  return value;
}
