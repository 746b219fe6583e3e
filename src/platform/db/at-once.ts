import pg from 'pg';
import type { Db } from './database.ts';
import { onHeldConnection } from './held-connection.ts';

/**
 * Waits for statements that need none of each other's answers. Statements of one transaction or connection
 * are sent without waiting, and run in the order in which they were asked for.
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

/** Whether statements on it may run on any connection of the pool. */
export const isWholePool = (db: Db): boolean => db.$client instanceof pg.Pool;

/**
 * Reads by one connection of the pool, for reads that go out at once; inside a transaction by its own. What
 * is read may be of different moments, as outside of a transaction always.
 */
export async function onOneConnection<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  const pool = db.$client;
  return pool instanceof pg.Pool ? onHeldConnection(pool, read) : read(db);
}
