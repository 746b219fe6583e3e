import { and, eq, isNull, lt } from 'drizzle-orm';
import { seasonImports } from '#db/tables/catalog/catalog-changes.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type StoredImport = typeof seasonImports.$inferSelect;

export async function insertSeasonImport(
  db: Db,
  row: Pick<StoredImport, 'file_key' | 'at' | 'by_id'>,
): Promise<StoredImport> {
  const [made] = await db.insert(seasonImports).values(row).returning();
  return made!;
}

export async function findSeasonImport(db: Db, id: number): Promise<StoredImport | undefined> {
  const [row] = await db.select().from(seasonImports).where(eq(seasonImports.id, id));
  return row;
}

/** @returns false if the import was applied before */
export async function setApplied(
  tx: Tx,
  id: number,
  applied: Pick<StoredImport, 'applied_at' | 'applied_by_id' | 'change_id'>,
): Promise<boolean> {
  const set = await tx
    .update(seasonImports)
    .set(applied)
    .where(and(eq(seasonImports.id, id), isNull(seasonImports.applied_at)))
    .returning({ id: seasonImports.id });
  return set.length > 0;
}

/** @returns the keys of the files */
export async function deleteSeasonImportsBefore(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx
    .delete(seasonImports)
    .where(lt(seasonImports.at, before))
    .returning({ key: seasonImports.file_key });
  return rows.map(({ key }) => key);
}
