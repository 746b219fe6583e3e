import { acceptedTexts, reassignApprovals, refundRequests } from '#db/tables/orders.ts';
import type { Tx } from '#platform/db/database.ts';

/** Who agreed to which text for which order, when and from where. */
export type Agreement = {
  order_id: number;
  user_id: number;
  text_hash: Buffer;
  html: string;
  ip: string;
  user_agent: string;
  requested_at: Date;
};

async function keepText(tx: Tx, { text_hash, html, requested_at }: Agreement): Promise<void> {
  await tx
    .insert(acceptedTexts)
    .values({ hash: text_hash, html, created_at: requested_at })
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
