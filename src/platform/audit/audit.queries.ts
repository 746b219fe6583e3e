import { and, eq, inArray, lt, max, or, sql } from 'drizzle-orm';
import { auditLog, auditTexts } from '#db/tables/platform.ts';
import { inChunks } from '#kit/in-chunks.ts';
import type { Db } from '#platform/db/database.ts';

/** The name in `detail` of the hashes of an entry's texts, by the name of the text (MH15). */
export const TEXT_HASHES = 'text_hashes';

/** The names in `detail` of the changed fields before and after (HE2.1). */
export const BEFORE = 'before';
export const AFTER = 'after';

/** The text of a value after the act; entries of before HE2.1 have the fields beside the rest. */
export const auditedValue = (field: string) =>
  sql<string | null>`coalesce(${auditLog.detail} -> ${AFTER}::text ->> ${field}::text,
    ${auditLog.detail} ->> ${field}::text)`;

export type AuditRow = typeof auditLog.$inferInsert;

// A statement has at most 65,535 parameters.
const ROWS_OF_STATEMENT = 1_000;

export async function insertAuditRows(db: Db, rows: readonly AuditRow[]): Promise<void> {
  for (const chunk of inChunks(rows, ROWS_OF_STATEMENT)) await db.insert(auditLog).values(chunk);
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
