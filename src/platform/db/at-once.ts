import pg from 'pg';
import type { Db } from './database.ts';
import { onHeldConnection } from './held-connection.ts';

/**
 * Waits for statements independent of each other's answers, sent without a wait in the order of the calls.
 *
 *     const [order, parent] = await atOnce([insertOrder(tx, order), getUser(tx, user_id)]);
 *
 * Ends when all statements have ended, even after a failure: no statement may follow a rollback.
 * @throws the first error
 */
export async function atOnce<const T extends readonly unknown[]>(
  asked: T,
): Promise<{ -readonly [Place in keyof T]: Awaited<T[Place]> }> {
  // The query builder would send a statement again at each `await`.
  const running = asked.map(async (one) => one);
  try {
    return (await Promise.all(running)) as Awaited<ReturnType<typeof atOnce<T>>>;
  } finally {
    await Promise.allSettled(running);
  }
}

export const isWholePool = (db: Db): boolean => db.$client instanceof pg.Pool;

/** For reads sent together. As always outside a transaction, the reads may see different moments. */
export async function onOneConnection<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  const pool = db.$client;
  return pool instanceof pg.Pool ? onHeldConnection(pool, read) : read(db);
}
