import { and, eq, inArray, lt, max, or, sql } from 'drizzle-orm';
import { auditLog, auditTexts } from '#db/tables/platform.ts';
import type { Db } from '#platform/db/database.ts';

/** The name in `detail` of the hashes of an entry's texts, by the name of the text (MH15). */
export const TEXT_HASHES = 'text_hashes';

export type AuditRow = typeof auditLog.$inferInsert;

export async function insertAuditRow(db: Db, row: AuditRow): Promise<void> {
  await db.insert(auditLog).values(row);
}

export async function insertAuditRowWithTexts(
  db: Db,
  row: AuditRow,
  texts: readonly { name: string; text: string; key: Buffer }[],
): Promise<void> {
  const [made] = await db.insert(auditLog).values(row).returning({ audit_id: auditLog.id });
  await db.insert(auditTexts).values(texts.map(({ name, text, key }) => ({ ...made!, name, text, key })));
}

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

export async function deleteNetworksBefore(db: Db, before: Date): Promise<void> {
  const old = db.select({ id: auditLog.id }).from(auditLog).where(lt(auditLog.at, before));
  await db.delete(auditTexts).where(and(eq(auditTexts.name, 'network'), inArray(auditTexts.audit_id, old)));
}
