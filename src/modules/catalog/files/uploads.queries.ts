import { count, inArray, lt } from 'drizzle-orm';
import { waitingUploads } from '#db/tables/catalog/catalog-changes.ts';
import type { Db, Tx } from '#platform/db/database.ts';

type WaitingUpload = Omit<typeof waitingUploads.$inferInsert, 'id'>;

export async function countWaitingUploads(db: Db): Promise<number> {
  const [row] = await db.select({ n: count() }).from(waitingUploads);
  return row!.n;
}

/** @returns the id */
export async function insertWaitingUpload(tx: Tx, upload: WaitingUpload): Promise<number> {
  const [row] = await tx.insert(waitingUploads).values(upload).returning({ id: waitingUploads.id });
  return row!.id;
}

export async function deleteWaitingUploads(tx: Tx, file_names: readonly string[]): Promise<void> {
  await tx.delete(waitingUploads).where(inArray(waitingUploads.file_name, [...file_names]));
}

/** @returns the keys of the files */
export async function deleteUploadsBefore(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx
    .delete(waitingUploads)
    .where(lt(waitingUploads.uploaded_at, before))
    .returning({ key: waitingUploads.key });
  return rows.map(({ key }) => key);
}
