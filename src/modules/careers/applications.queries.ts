import { and, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import { jobApplications } from '#db/tables/careers.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { drawId, sealedRows } from '#platform/db/sealed-rows.ts';
import { SEALED_ANSWERS } from './application.contract.ts';

export type ApplicationRow = typeof jobApplications.$inferSelect;
export type NewApplication = typeof jobApplications.$inferInsert & { id: number };

export const drawApplicationId = (tx: Tx) => drawId(tx, 'job_applications');

export async function lockFingerprint(tx: Tx, fingerprint: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`job application ${fingerprint}`}, 0))`,
  );
}

type Submission = { request_key: string | null; fingerprints: string[]; since: Date };

/** By the same key; without a key, by the same words a moment ago. */
export async function findRepeated(
  db: Db,
  { request_key, fingerprints, since }: Submission,
): Promise<Pick<ApplicationRow, 'id' | 'fingerprint'> | undefined> {
  const isSame = request_key
    ? eq(jobApplications.request_key, request_key)
    : and(inArray(jobApplications.fingerprint, fingerprints), gt(jobApplications.created_at, since));
  const [row] = await db
    .select({ id: jobApplications.id, fingerprint: jobApplications.fingerprint })
    .from(jobApplications)
    .where(isSame)
    .limit(1);
  return row;
}

/** @returns false if another application came with the same key in the meantime */
export async function insertApplication(tx: Tx, row: NewApplication): Promise<boolean> {
  const [made] = await tx
    .insert(jobApplications)
    .overridingSystemValue()
    .values(row)
    .onConflictDoNothing()
    .returning({ id: jobApplications.id });
  return made !== undefined;
}

export async function findApplication(db: Db, id: number): Promise<ApplicationRow | undefined> {
  const [row] = await db.select().from(jobApplications).where(eq(jobApplications.id, id));
  return row;
}

/**
 * Trapped applications go sooner; notes go with an application. @returns the number of deleted applications
 */
export async function deleteApplicationsBefore(db: Db, before: Date, trappedBefore: Date): Promise<number> {
  const isOver = or(lt(jobApplications.created_at, before), lt(jobApplications.trapped_at, trappedBefore));
  return (await db.delete(jobApplications).where(isOver).returning({ id: jobApplications.id })).length;
}

export const applicationTextRows = sealedRows(jobApplications, SEALED_ANSWERS);
