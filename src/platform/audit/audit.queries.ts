import { auditLog } from '#db/tables/platform.ts';
import type { Db } from '#platform/db/database.ts';

export type AuditRow = typeof auditLog.$inferInsert;

export async function insertAuditRow(db: Db, row: AuditRow): Promise<void> {
  await db.insert(auditLog).values(row);
}
