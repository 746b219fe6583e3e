import { and, eq, lt } from 'drizzle-orm';
import { attemptCounters } from '#db/tables/platform.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Counter } from './count-attempt.ts';

type Key = { scope: string; subject: string };

const isAt = ({ scope, subject }: Key) =>
  and(eq(attemptCounters.scope, scope), eq(attemptCounters.subject, subject));

export async function findCounter(db: Db, key: Key): Promise<Counter | undefined> {
  const [counter] = await db.select().from(attemptCounters).where(isAt(key));
  return counter;
}

/** The counter, held until the transaction ends; a fresh one when there was none. */
export async function lockCounter(tx: Tx, key: Key, now: Date): Promise<Counter> {
  await tx
    .insert(attemptCounters)
    .values({ ...key, window_started_at: now })
    .onConflictDoNothing();
  const [counter] = await tx.select().from(attemptCounters).where(isAt(key)).for('update');
  return counter!;
}

export async function saveCounter(tx: Tx, key: Key, counter: Counter): Promise<void> {
  const { window_started_at, count, locked_until } = counter;
  await tx.update(attemptCounters).set({ window_started_at, count, locked_until }).where(isAt(key));
}

export async function deleteCounter(db: Db, key: Key): Promise<void> {
  await db.delete(attemptCounters).where(isAt(key));
}

export async function deleteCountersBefore(db: Db, before: Date): Promise<void> {
  await db.delete(attemptCounters).where(lt(attemptCounters.window_started_at, before));
}
