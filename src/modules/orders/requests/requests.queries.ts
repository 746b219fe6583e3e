import { acceptedTexts, reassignApprovals, refundRequests } from '#db/tables/orders.ts';
import type { Tx } from '#platform/db/database.ts';

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
