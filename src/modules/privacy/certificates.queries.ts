import { desc, sql } from 'drizzle-orm';
import { destructionCertificates } from '#db/tables/privacy.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type CertificateRow = typeof destructionCertificates.$inferSelect;

/** School and school year are written with the present names. */
export async function insertCertificate(
  tx: Tx,
  certificate: Omit<CertificateRow, 'id' | 'school' | 'season'>,
): Promise<void> {
  await tx.insert(destructionCertificates).values({
    ...certificate,
    school: sql`(select text from program_groups where id = ${certificate.program_group_id})`,
    season: sql`(select text from periods where id = ${certificate.period_id})`,
  });
}

export async function listCertificateRows(db: Db, limit: number): Promise<CertificateRow[]> {
  return db.select().from(destructionCertificates).orderBy(desc(destructionCertificates.id)).limit(limit);
}
