import { sql, type SQL } from 'drizzle-orm';
import type { Database, Tx } from './database.ts';

// Of the database's `must_be_as_seen` (migration 0065).
const NOT_AS_SEEN = 'SR001';

/** Thrown where what a transaction was begun on has changed. */
export class NotAsSeen extends Error {}

/**
 * Runs a transaction on what was seen before it, without waiting for the locks to tell whether it is still
 * so. Where it is not, by `NotAsSeen` or `mustBeAsSeen`, it is undone, and the other one runs, which locks
 * first and reads then.
 */
export async function asSeenOr<T>(
  db: Database,
  asSeen: (tx: Tx) => Promise<T>,
  whatIs: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(asSeen);
  } catch (error) {
    if (!isNotAsSeen(error)) throw error;
  }
  return db.transaction(whatIs);
}

/** Undoes the transaction where a condition does not hold, whose statement nobody waits for. */
export const mustBeAsSeen = (condition: SQL): SQL => sql`must_be_as_seen(${condition})`;

function isNotAsSeen(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error instanceof NotAsSeen ||
    (error as { code?: unknown }).code === NOT_AS_SEEN ||
    isNotAsSeen(error.cause)
  );
}
