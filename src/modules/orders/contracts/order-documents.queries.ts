import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { mandates, paymentMethods } from '#db/tables/billing.ts';
import { signedCopies } from '#db/tables/documents.ts';
import { acceptedTexts } from '#db/tables/accepted-texts.ts';
import { acceptances, contracts, orders } from '#db/tables/orders.ts';
import { isShown } from '#modules/orders/orders.queries.ts';
import type { Db } from '#platform/db/database.ts';

/** Orders whose contract has a number and no signed copy yet, oldest first. */
export async function listOrdersWithoutCopy(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(contracts, and(eq(contracts.order_id, orders.id), isNotNull(contracts.contract_number)))
    .leftJoin(signedCopies, eq(signedCopies.order_id, orders.id))
    .where(and(isShown, isNull(signedCopies.id)))
    .orderBy(asc(orders.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * What an order accepted and how it is known (O4), in the order in which it was written down; with the terms
 * of debits, the account.
 */
export async function listEvidence(db: Db, order_id: number) {
  return db
    .select({
      kind: acceptances.kind,
      html: acceptedTexts.html,
      hash: acceptances.text_hash,
      accepted_at: acceptances.accepted_at,
      ip: acceptances.ip,
      user_agent: acceptances.user_agent,
      accountLast4: paymentMethods.last_4,
    })
    .from(acceptances)
    .innerJoin(acceptedTexts, eq(acceptedTexts.hash, acceptances.text_hash))
    .leftJoin(mandates, and(eq(acceptances.kind, 'ach'), eq(mandates.order_id, acceptances.order_id)))
    .leftJoin(paymentMethods, eq(paymentMethods.id, mandates.payment_method_id))
    .where(eq(acceptances.order_id, order_id))
    .orderBy(asc(acceptances.id));
}
