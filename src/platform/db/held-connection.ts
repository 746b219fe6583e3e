import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { invariant } from '#kit/invariant.ts';

// read_only_sql_transaction
const READ_ONLY = '25006';

/** A database that asks one connection of the pool. */
export type HeldDatabase = NodePgDatabase & { $client: pg.PoolClient };

const lenders = new WeakMap<object, pg.Pool>();

/** The pool of a client; undefined for a connection that no pool has lent. */
export const poolOf = (client: pg.Pool | pg.ClientBase): pg.Pool | undefined =>
  client instanceof pg.Pool ? client : lenders.get(client);

/**
 * Lends a connection of the pool to one user. A statement that is asked for after the user's transaction has
 * ended, or after the connection was given back, is refused: it would run outside of its transaction, or in
 * the transaction of another request.
 */
export async function onHeldConnection<T>(pool: pg.Pool, use: (db: HeldDatabase) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  const { client, end } = heldClient(connection);
  lenders.set(client, pool);
  let isOnReplica = false;
  try {
    return await use(drizzle({ client }));
  } catch (error) {
    isOnReplica = isRefusedByReplica(error);
    throw error;
  } finally {
    end();
    // A server that only reads would refuse every order: the pool makes the next connection anew (H20).
    connection.release(isOnReplica);
  }
}

const isRefusedByReplica = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { code?: unknown }).code === READ_ONLY || isRefusedByReplica(error.cause));

function heldClient(connection: pg.PoolClient): { client: pg.PoolClient; end: () => void } {
  let state: 'open' | 'committing' | 'ended' = 'open';
  const query = (...given: Parameters<pg.PoolClient['query']>): unknown => {
    const text = (given[0] as { text?: string } | undefined)?.text;
    // A commit that fails is followed by a rollback.
    const isAllowed = state === 'open' || (state === 'committing' && text === 'rollback');
    invariant(isAllowed, 'no statement is asked for after its transaction has ended');
    if (text === 'rollback') state = 'ended';
    if (text !== 'commit') return connection.query(...given);
    state = 'committing';
    return commit(connection);
  };
  const client = Object.create(connection, { query: { value: query } }) as pg.PoolClient;
  return { client, end: () => void (state = 'ended') };
}

/** PostgreSQL answers a commit with a rollback where a statement has failed and its error was caught. */
async function commit(connection: pg.PoolClient): Promise<pg.QueryResult> {
  const result = await connection.query('commit');
  invariant(result.command === 'COMMIT', `a transaction ended with ${result.command}`);
  return result;
}
