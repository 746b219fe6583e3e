import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { sealedFields, vaultKeys, vaultProgress } from '#db/tables/platform.ts';
import type { Db } from '#platform/db/database.ts';

export async function noteKey(db: Db, key_id: string, now: Date): Promise<void> {
  await db
    .insert(vaultKeys)
    .values({ key_id, first_used_at: now })
    .onConflictDoUpdate({
      target: vaultKeys.key_id,
      set: { left_at: null },
      setWhere: sql`${vaultKeys.left_at} is not null`,
    });
}

export async function listKeysInUse(db: Db): Promise<string[]> {
  const rows = await db.select({ key_id: vaultKeys.key_id }).from(vaultKeys).where(isNull(vaultKeys.left_at));
  return rows.map(({ key_id }) => key_id);
}

export async function leaveOtherKeys(db: Db, key_id: string, now: Date): Promise<void> {
  await db
    .update(vaultKeys)
    .set({ left_at: now })
    .where(and(isNull(vaultKeys.left_at), ne(vaultKeys.key_id, key_id)));
}

export async function listSealedFields(db: Db): Promise<string[]> {
  return (await db.select({ field: sealedFields.field }).from(sealedFields)).map(({ field }) => field);
}

export async function insertSealedFields(db: Db, fields: readonly string[], now: Date): Promise<void> {
  if (fields.length === 0) return;
  await db
    .insert(sealedFields)
    .values(fields.map((field) => ({ field, bound_at: now })))
    .onConflictDoNothing();
}

type Progress = typeof vaultProgress.$inferSelect;

/** @returns the id of the last row sealed under the key; 0 if there is none */
export async function readProgress(db: Db, source: string, key_id: string): Promise<number> {
  const [row] = await db
    .select({ last_id: vaultProgress.last_id })
    .from(vaultProgress)
    .where(and(eq(vaultProgress.source, source), eq(vaultProgress.key_id, key_id)));
  return row?.last_id ?? 0;
}

export async function saveProgress(db: Db, progress: Progress): Promise<void> {
  const { key_id, last_id } = progress;
  await db
    .insert(vaultProgress)
    .values(progress)
    .onConflictDoUpdate({ target: vaultProgress.source, set: { key_id, last_id } });
}
