import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { invariant } from '#kit/invariant.ts';

const connections = new WeakMap<object, pg.PoolClient>();

/** The connection behind a client of the query builder: the same one for every holder. */
export const connectionBehind = <Client extends object>(client: Client): Client | pg.PoolClient =>
  connections.get(client) ?? client;

/**
 * Lends a connection of the pool to one user. A statement that is asked for after the user's transaction has
 * ended, or after the connection was given back, is refused: it would run outside of its transaction, or in
 * the transaction of another request.
 */
export async function onHeldConnection<T>(
  pool: pg.Pool,
  use: (db: NodePgDatabase) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  const { client, end } = heldClient(connection);
  try {
    return await use(drizzle({ client }));
  } finally {
    end();
    connection.release();
  }
}

function heldClient(connection: pg.PoolClient): { client: pg.PoolClient; end: () => void } {
  let state: 'open' | 'committing' | 'ended' = 'open';
  const query = (...given: Parameters<pg.PoolClient['query']>): unknown => {
    const text = (given[0] as { text?: string } | undefined)?.text;
    // A commit that fails is followed by a rollback.
    const isAllowed = state === 'open' || (state === 'committing' && text === 'rollback');
    invariant(isAllowed, 'no statement is asked for after its transaction has ended');
    if (text === 'commit') state = 'committing';
    if (text === 'rollback') state = 'ended';
    return connection.query(...given);
  };
  const client = Object.create(connection, { query: { value: query } }) as pg.PoolClient;
  connections.set(client, connection);
  return { client, end: () => void (state = 'ended') };
}
