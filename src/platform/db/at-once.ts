import pg from 'pg';
import type { Db, Tx } from './database.ts';
import { connectionBehind, onHeldConnection } from './held-connection.ts';
import type { CommitsLast } from './preparing-client.ts';

/**
 * Waits for statements that need none of each other's answers. Of one transaction or connection they go out
 * together and run in the order in which they were asked for, so the server is written to once for all.
 *
 *     const [order, parent] = await atOnce([insertOrder(tx, order), getUser(tx, user_id)]);
 *
 * Ends when all have ended, also where one has failed: nothing may be asked for after a rollback.
 * @throws what failed first
 */
export async function atOnce<const T extends readonly unknown[]>(
  asked: T,
): Promise<{ -readonly [Place in keyof T]: Awaited<T[Place]> }> {
  // A statement of the query builder would run again each time that it is waited for.
  const running = asked.map(async (one) => one);
  try {
    return (await Promise.all(running)) as Awaited<ReturnType<typeof atOnce<T>>>;
  } finally {
    await Promise.allSettled(running);
  }
}

/**
 * Lets the last statements of a transaction go out with its commit: nobody waits for their answers, and the
 * rows that they lock, for which others wait, are free as soon as the server has run them. One that fails
 * undoes the transaction, which then throws why.
 *
 *     withCommit(tx, [countSeat(tx, route_id)]);
 *
 * Each must have been asked for when this is called, as one statement, and decide nothing by its answer: what
 * would be asked for behind the commit fails.
 */
export function withCommit(tx: Tx, asked: readonly Promise<unknown>[]): void {
  const client = connectionOf(tx) as unknown as CommitsLast;
  client.sentWithCommit.push(...asked);
  // Their failure is told by the commit, or by what the transaction has thrown instead.
  for (const one of asked) one.catch((reason: unknown) => (client.failed ??= { reason }));
}

/** What a database asks: the pool, or a connection for as long as it is held. */
export const clientOf = (db: Db) => (db._.session as unknown as { client: pg.Pool | pg.ClientBase }).client;

/** The pool, or the connection that a database stands for, whoever holds it. */
export const connectionOf = (db: Db) => connectionBehind(clientOf(db));

/** Whether statements on it may run on any connection of the pool. */
export const isWholePool = (db: Db): boolean => clientOf(db) instanceof pg.Pool;

/**
 * Reads by one connection of the pool, for reads that go out at once; inside a transaction by its own. What
 * is read may be of different moments, as outside of a transaction always.
 */
export async function onOneConnection<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  const pool = clientOf(db);
  return pool instanceof pg.Pool ? onHeldConnection(pool, read) : read(db);
}
