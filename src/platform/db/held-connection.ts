import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { invariant } from '#kit/invariant.ts';
import { NoConnection } from './database-away.ts';

const READ_ONLY = '25006';

export type HeldDatabase = NodePgDatabase & { $client: pg.PoolClient };

const lenders = new WeakMap<object, pg.Pool>();

export const poolOf = (client: pg.Pool | pg.ClientBase): pg.Pool | undefined =>
  client instanceof pg.Pool ? client : lenders.get(client);

/** A statement after the end of the transaction could run in the transaction of another request. */
export async function onHeldConnection<T>(pool: pg.Pool, use: (db: HeldDatabase) => Promise<T>): Promise<T> {
  const connection = await pool.connect().catch((error: unknown) => {
    throw new NoConnection(error);
  });
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
    // A read-only server would refuse every order; the pool opens a new connection next (H20).
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
    // A rollback follows a failed commit.
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

/** PostgreSQL answers a commit with a rollback if a statement failed and the error was caught. */
async function commit(connection: pg.PoolClient): Promise<pg.QueryResult> {
  const result = await connection.query('commit');
  invariant(result.command === 'COMMIT', `a transaction ended with ${result.command}`);
  return result;
}
