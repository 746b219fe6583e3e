import { inArray } from 'drizzle-orm';
import { reassignApprovals, refundRequests } from '#db/tables/orders.ts';
import type { Db } from '#platform/db/database.ts';

export type StoredRefundRequest = typeof refundRequests.$inferSelect;

/** What the families of some orders have asked for, by order. */
export async function listRequestsOf(db: Db, orderIds: readonly number[]) {
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
