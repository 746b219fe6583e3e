import { and, eq, lt } from 'drizzle-orm';
import { onceKeys } from '#db/tables/platform.ts';
import type { Db, Tx } from '#platform/db/database.ts';

type OnceRow = typeof onceKeys.$inferSelect;
type Key = Pick<OnceRow, 'by_id' | 'call' | 'key_hash'>;

const isOf = ({ by_id, call, key_hash }: Key) =>
  and(eq(onceKeys.by_id, by_id), eq(onceKeys.call, call), eq(onceKeys.key_hash, key_hash));

/** Waits for a call with the same key that has not committed. @returns false if the key was used before */
export async function insertOnceKey(tx: Tx, row: Omit<OnceRow, 'subject_id'>): Promise<boolean> {
  const made = await tx.insert(onceKeys).values(row).onConflictDoNothing().returning({ at: onceKeys.at });
  return made.length > 0;
}

export async function findOnceKey(tx: Tx, key: Key): Promise<OnceRow | undefined> {
  const [row] = await tx.select().from(onceKeys).where(isOf(key));
  return row;
}

export async function setSubject(tx: Tx, key: Key, subject_id: number | null): Promise<void> {
  await tx.update(onceKeys).set({ subject_id }).where(isOf(key));
}

export async function deleteOnceKeysBefore(db: Db, before: Date): Promise<void> {
  await db.delete(onceKeys).where(lt(onceKeys.at, before));
}
