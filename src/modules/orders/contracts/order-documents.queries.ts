import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { mandates, paymentMethods } from '#db/tables/billing.ts';
import { signedCopies } from '#db/tables/documents.ts';
import { acceptances, acceptedTexts, contracts, orders } from '#db/tables/orders.ts';
import type { Db } from '#platform/db/database.ts';

/** Orders whose contract has a number and no paper yet, oldest first. */
export async function listOrdersWithoutCopy(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(contracts, and(eq(contracts.orderId, orders.id), isNotNull(contracts.contractNumber)))
    .leftJoin(signedCopies, eq(signedCopies.orderId, orders.id))
    .where(and(isNotNull(orders.activatedAt), isNull(signedCopies.id)))
    .orderBy(asc(orders.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * What an order accepted and how it is known (O4), in the order in which it was written down; with the terms
 * of debits, the account.
 */
export async function listEvidence(db: Db, orderId: number) {
  return db
    .select({
      kind: acceptances.kind,
      html: acceptedTexts.html,
      hash: acceptances.textHash,
      acceptedAt: acceptances.acceptedAt,
      ip: acceptances.ip,
      userAgent: acceptances.userAgent,
      accountLast4: paymentMethods.last4,
    })
    .from(acceptances)
    .innerJoin(acceptedTexts, eq(acceptedTexts.hash, acceptances.textHash))
    .leftJoin(mandates, and(eq(acceptances.kind, 'ach'), eq(mandates.orderId, acceptances.orderId)))
    .leftJoin(paymentMethods, eq(paymentMethods.id, mandates.paymentMethodId))
    .where(eq(acceptances.orderId, orderId))
    .orderBy(asc(acceptances.id));
}
