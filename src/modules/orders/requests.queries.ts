import { inArray } from 'drizzle-orm';
import { acceptedTexts, reassignApprovals, refundRequests } from '#db/tables/orders.ts';
import type { Db, Tx } from '#platform/db/database.ts';

/** Who agreed to which text for which order, when and from where. */
export type Agreement = {
  orderId: number;
  userId: number;
  textHash: Buffer;
  html: string;
  ip: string;
  userAgent: string;
  requestedAt: Date;
};

async function keepText(tx: Tx, { textHash, html, requestedAt }: Agreement): Promise<void> {
  await tx
    .insert(acceptedTexts)
    .values({ hash: textHash, html, createdAt: requestedAt })
    .onConflictDoNothing();
}

/** @returns undefined when the order has one already */
export async function insertRefundRequest(tx: Tx, type: number, agreement: Agreement) {
  await keepText(tx, agreement);
  const { html: _, ...row } = agreement;
  const [made] = await tx
    .insert(refundRequests)
    .values({ ...row, type })
    .onConflictDoNothing()
    .returning();
  return made;
}

/** @returns undefined when the order has one already */
export async function insertReassignApproval(tx: Tx, agreement: Agreement) {
  await keepText(tx, agreement);
  const { html: _, ...row } = agreement;
  const [made] = await tx.insert(reassignApprovals).values(row).onConflictDoNothing().returning();
  return made;
}

export type StoredRefundRequest = typeof refundRequests.$inferSelect;

/** What the families of some orders have asked for, by order. */
export async function selectRequestsOf(db: Db, orderIds: readonly number[]) {
  if (orderIds.length === 0)
    return {
      refunds: new Map<number, StoredRefundRequest>(),
      approvals: new Map<number, { requestedAt: Date }>(),
    };
  const refunds = await db
    .select()
    .from(refundRequests)
    .where(inArray(refundRequests.orderId, [...orderIds]));
  const approvals = await db
    .select({ orderId: reassignApprovals.orderId, requestedAt: reassignApprovals.requestedAt })
    .from(reassignApprovals)
    .where(inArray(reassignApprovals.orderId, [...orderIds]));
  return {
    refunds: new Map(refunds.map((row) => [row.orderId, row])),
    approvals: new Map(approvals.map((row) => [row.orderId, row])),
  };
}
