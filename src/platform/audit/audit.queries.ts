import { and, eq, inArray, lt, max, or, sql } from 'drizzle-orm';
import { auditLog, auditTexts } from '#db/tables/platform.ts';
import type { Db } from '#platform/db/database.ts';

export type AuditRow = typeof auditLog.$inferInsert;

export async function insertAuditRow(db: Db, row: AuditRow): Promise<void> {
  await db.insert(auditLog).values(row);
}

/** The same with what a person wrote about it, each under its name. */
export async function insertAuditRowWithTexts(
  db: Db,
  row: AuditRow,
  texts: readonly { name: string; text: string }[],
): Promise<void> {
  const [made] = await db.insert(auditLog).values(row).returning({ audit_id: auditLog.id });
  await db.insert(auditTexts).values(texts.map((text) => ({ ...made!, ...text })));
}

/** When something was last done to a subject; null when it never was. */
export async function findLastAt(
  db: Db,
  { subject, action }: { subject: string; action: string },
): Promise<Date | null> {
  const [found] = await db
    .select({ at: max(auditLog.at) })
    .from(auditLog)
    .where(and(eq(sql`lower(${auditLog.subject})`, subject), eq(sql`lower(${auditLog.action})`, action)));
  return found?.at ?? null;
}

/** Forgets what was written about entries of some subjects, and what was written in a person's name. */
export async function deleteAuditTexts(
  db: Db,
  { user_id, subjects }: { user_id: number; subjects: readonly string[] },
): Promise<void> {
  const about = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      or(eq(auditLog.on_behalf_of_id, user_id), inArray(sql`lower(${auditLog.subject})`, [...subjects])),
    );
  await db.delete(auditTexts).where(inArray(auditTexts.audit_id, about));
}

/** Forgets the networks of attempts to log in that were made before an instant. */
export async function deleteNetworksBefore(db: Db, before: Date): Promise<void> {
  const old = db.select({ id: auditLog.id }).from(auditLog).where(lt(auditLog.at, before));
  await db.delete(auditTexts).where(and(eq(auditTexts.name, 'network'), inArray(auditTexts.audit_id, old)));
}
