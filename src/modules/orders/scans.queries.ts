import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { scans } from '#db/tables/orders/scans.ts';
import { users } from '#db/tables/accounts/accounts.ts';
import { pick } from '#kit/pick.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type ScanRow = typeof scans.$inferSelect;

type NewScan = Omit<ScanRow, 'id' | 'order_id' | 'amendment_id' | 'signed_on' | 'surge_page'>;

export async function insertScan(db: Db, row: NewScan): Promise<ScanRow> {
  const [made] = await db.insert(scans).values(row).returning();
  return made!;
}

/** A scan without an order. */
export async function lockWaitingScan(tx: Tx, id: number): Promise<ScanRow | undefined> {
  const isIt = and(eq(scans.id, id), isNull(scans.order_id));
  return (await tx.select().from(scans).where(isIt).for('update'))[0];
}

/** `amendment_id` null: the paper is the contract itself. */
type PaperOf = { order_id: number; amendment_id: number | null };

type OfOrder = PaperOf & { signed_on: NonNullable<ScanRow['signed_on']>; surge_page: number | null };

export async function giveScanToOrder(tx: Tx, id: number, of: OfOrder): Promise<void> {
  await tx.update(scans).set(of).where(eq(scans.id, id));
}

/** The annex of a contract or amendment signed on paper, with who has seen the paper. */
export async function findScanOf(db: Db, { order_id, amendment_id }: PaperOf) {
  const [row] = await db
    .select({ scan: scans, seen_by: pick(users, ['first_name', 'last_name']) })
    .from(scans)
    .innerJoin(users, eq(users.id, scans.by_id))
    .where(
      and(eq(scans.order_id, order_id), sql`${scans.amendment_id} is not distinct from ${amendment_id}`),
    );
  return row;
}

export async function deleteScansBefore(tx: Tx, at: Date): Promise<string[]> {
  const gone = await tx
    .delete(scans)
    .where(and(isNull(scans.order_id), lt(scans.at, at)))
    .returning({ file_key: scans.file_key });
  return gone.map(({ file_key }) => file_key);
}

export const lockNextScans = (tx: Tx, after: number, limit: number): Promise<{ id: number; key: string }[]> =>
  tx
    .select({ id: scans.id, key: scans.file_key })
    .from(scans)
    .where(gt(scans.id, after))
    .orderBy(asc(scans.id))
    .limit(limit)
    .for('update');
