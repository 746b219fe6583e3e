import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { invariant } from '#kit/invariant.ts';
import { onHeldConnection, type HeldDatabase } from './held-connection.ts';
import { learnOfPooler } from './pooler.ts';

type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** A running transaction; services take one of these first. */
export type Tx = Transaction & { $client: pg.PoolClient };

export type Database = Omit<NodePgDatabase, 'transaction'> & {
  $client: pg.Pool;
  transaction<T>(
    work: (tx: Tx) => Promise<T>,
    config?: Parameters<NodePgDatabase['transaction']>[1],
  ): Promise<T>;
};

/** What a query needs: a transaction, or the database where one statement is enough. */
export type Db = Database | Tx | HeldDatabase;

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  close: () => Promise<void>;
};

type Options = { log: Log; maxConnections?: number };

/**
 * Opens a pool on a PostgreSQL server.
 * @param url  postgres://user:password@host:port/database
 */
export function openDatabase(url: string, { log, maxConnections = 20 }: Options): OpenDatabase {
  useOurColumnTypes();
  const pool = new pg.Pool({
    // A statement is sent without waiting for the answer to the one before it.
    pipeline: true,
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    // A new one plans every statement anew, and those who come at once would wait for that.
    idleTimeoutMillis: 10 * MINUTE_MS,
    // Between us and the server a firewall may forget a connection on which nothing goes to and fro.
    keepAlive: true,
    keepAliveInitialDelayMillis: MINUTE_MS,
    application_name: 'schoolrun',
  });
  // Without a listener the server's restart would end our process; the pool replaces the connection by
  // itself.
  pool.on('error', (error) => log.warn({ error: describeError(error) }, 'a database connection was lost'));
  // A client that is checked out when the server stops emits on itself, not on the pool.
  pool.on('connect', (client) => client.on('error', () => undefined));
  learnOfPooler(pool);
  const transaction: Database['transaction'] = (work, config) =>
    onHeldConnection(pool, (one) =>
      one.transaction((tx) => work(Object.assign(tx, { $client: one.$client })), config),
    );
  const db: Database = Object.assign(drizzle({ client: pool }), { transaction });
  return { db, pool, close: () => pool.end() };
}

/**
 * How PostgreSQL's values become ours, for every statement of the process: bigint is a safe integer,
 * date stays `YYYY-MM-DD` text (node-postgres would make it a midnight in the machine's zone).
 * timestamptz is a Date by the driver's own choice.
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
