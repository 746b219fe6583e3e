import { and, eq, sql, type SQL } from 'drizzle-orm';
import { workClaims } from '#db/tables/platform.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type ClaimRow = typeof workClaims.$inferSelect;
export type WorkKey = Pick<ClaimRow, 'kind' | 'subject'>;

const isOf = ({ kind, subject }: WorkKey) => and(eq(workClaims.kind, kind), eq(workClaims.subject, subject));

export async function findClaimRow(db: Db, key: WorkKey): Promise<ClaimRow | undefined> {
  return (await db.select().from(workClaims).where(isOf(key)))[0];
}

/** @returns undefined if another version was saved meanwhile */
export async function saveClaimRow(tx: Tx, { version, ...row }: ClaimRow): Promise<ClaimRow | undefined> {
  if (version === 0) return (await tx.insert(workClaims).values(row).onConflictDoNothing().returning())[0];
  const [saved] = await tx
    .update(workClaims)
    .set({ ...row, version: version + 1 })
    .where(and(isOf(row), eq(workClaims.version, version)))
    .returning();
  return saved;
}

export async function deleteClaimsOf(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(workClaims).where(eq(workClaims.user_id, user_id));
}

/** @param found  rows of `kind` and `subject` */
export async function deleteClaimsBeside(db: Db, found: SQL): Promise<void> {
  await db.execute(sql`delete from ${workClaims} where not exists (select from (${found}) as found
    where found.kind = ${workClaims.kind} and found.subject = ${workClaims.subject})`);
}
