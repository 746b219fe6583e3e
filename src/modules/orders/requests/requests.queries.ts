import { reassignApprovals, refundRequests } from '#db/tables/orders.ts';
import type { Tx } from '#platform/db/database.ts';

/** Who agreed to which text for which order, when and from where. */
export type Agreement = {
  order_id: number;
  user_id: number;
  text_hash: Buffer;
  ip: string;
  user_agent: string;
  requested_at: Date;
};

/** @returns undefined when the order has one already */
export async function insertRefundRequest(tx: Tx, type: number, row: Agreement) {
  const [made] = await tx
    .insert(refundRequests)
    .values({ ...row, type })
    .onConflictDoNothing()
    .returning();
  return made;
}

/** @returns undefined when the order has one already */
export async function insertReassignApproval(tx: Tx, row: Agreement) {
  const [made] = await tx.insert(reassignApprovals).values(row).onConflictDoNothing().returning();
  return made;
}
