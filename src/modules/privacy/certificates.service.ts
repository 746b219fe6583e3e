import { eraseOutlived } from '#modules/orders/erasure/erase-outlived.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { deleteGivenUpFiles } from '#platform/files/file-deletions.ts';
import type { Db } from '#platform/db/database.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Certificate } from './privacy.contract.ts';
import { insertCertificate, listCertificateRows } from './certificates.queries.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'files' | 'log'>;

const SHOWN = 500;

/**
 * Erases every contract past the retention years, and keeps a certificate for each school and school year.
 * Safe to run twice at once: each batch is a transaction with locked orders.
 */
export async function destroyOutlived(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const at = { now: clock.now(), today: clock.today() };
  for (;;) {
    const destroyed = await db.transaction(async (tx) => {
      const batch = await eraseOutlived(tx, at);
      if (!batch) return undefined;
      await insertCertificate(tx, { ...batch, destroyed_at: at.now });
      const { period_id, program_group_id, contracts } = batch;
      await writeAudit(tx, at.now, undefined, {
        action: 'contracts.destroy',
        subject: `period:${period_id}`,
        detail: { program_group_id, contracts },
      });
      return batch;
    });
    if (!destroyed) break;
  }
  await deleteGivenUpFiles(deps);
}

export async function listCertificates(db: Db): Promise<Certificate[]> {
  const found = await listCertificateRows(db, SHOWN);
  return found.map((row) => ({ ...row, destroyed_at: row.destroyed_at.toISOString() }));
}
