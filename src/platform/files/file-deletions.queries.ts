import { asc, eq } from 'drizzle-orm';
import { fileDeletions } from '#db/tables/platform.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export async function insertFileDeletions(tx: Tx, keys: readonly string[], asked_at: Date): Promise<void> {
  await tx
    .insert(fileDeletions)
    .values(keys.map((key) => ({ key, asked_at })))
    .onConflictDoNothing();
}

export async function listFileDeletions(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ key: fileDeletions.key })
    .from(fileDeletions)
    .orderBy(asc(fileDeletions.asked_at))
    .limit(limit);
  return rows.map(({ key }) => key);
}

export async function removeFileDeletion(db: Db, key: string): Promise<void> {
  await db.delete(fileDeletions).where(eq(fileDeletions.key, key));
}
