import { inArray } from 'drizzle-orm';
import { reassignApprovals, refundRequests } from '#db/tables/orders.ts';
import type { Db } from '#platform/db/database.ts';

export type StoredRefundRequest = typeof refundRequests.$inferSelect;

export async function listRequestsOf(db: Db, orderIds: readonly number[]) {
  if (orderIds.length === 0)
    return {
      refunds: new Map<number, StoredRefundRequest>(),
      approvals: new Map<number, { requested_at: Date }>(),
    };
  const refunds = await db
    .select()
    .from(refundRequests)
    .where(inArray(refundRequests.order_id, [...orderIds]));
  const approvals = await db
    .select({ order_id: reassignApprovals.order_id, requested_at: reassignApprovals.requested_at })
    .from(reassignApprovals)
    .where(inArray(reassignApprovals.order_id, [...orderIds]));
  return {
    refunds: new Map(refunds.map((row) => [row.order_id, row])),
    approvals: new Map(approvals.map((row) => [row.order_id, row])),
  };
}
