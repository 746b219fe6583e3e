import { asc, desc, eq } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { chargeAttempts, paymentMethods, payments } from '#db/tables/billing.ts';
import { orderRefunds, refunds } from '#db/tables/refunds.ts';
import type { Db } from '#platform/db/database.ts';
import type { PaymentRow } from '#modules/billing/payments/attempts.queries.ts';

export async function paymentsOf(db: Db, order_id: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.orderId, order_id))
    .orderBy(asc(payments.paymentNumber));
}

/** What staff decided about an order, the newest first, each with its parts as they were asked for. */
export async function decisionsOf(db: Db, order_id: number) {
  return readDecisions(db, eq(orderRefunds.orderId, order_id));
}

export async function findDecision(db: Db, order_refund_id: number) {
  const [decision] = await readDecisions(db, eq(orderRefunds.id, order_refund_id));
  return decision;
}

export type Decision = NonNullable<Awaited<ReturnType<typeof findDecision>>>;

async function readDecisions(db: Db, where: ReturnType<typeof eq>) {
  const decided = await db
    .select({
      id: orderRefunds.id,
      way: orderRefunds.way,
      reference: orderRefunds.reference,
      reason: orderRefunds.reason,
      amountCents: orderRefunds.amountCents,
      isWhole: orderRefunds.isWhole,
      createdAt: orderRefunds.createdAt,
      by: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(orderRefunds)
    .innerJoin(users, eq(users.id, orderRefunds.approvedBy))
    .where(where)
    .orderBy(desc(orderRefunds.id));
  const parts = await db
    .select({
      order_refund_id: refunds.orderRefundId,
      payment_id: payments.id,
      payment_number: payments.paymentNumber,
      amountCents: refunds.amountCents,
      surchargeCents: refunds.surchargeCents,
      state: refunds.state,
      leaseUntil: refunds.leaseUntil,
      code: refunds.code,
      method: { brand: paymentMethods.brand, last4: paymentMethods.last4 },
    })
    .from(refunds)
    .innerJoin(orderRefunds, eq(orderRefunds.id, refunds.orderRefundId))
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(chargeAttempts, eq(chargeAttempts.id, refunds.chargeAttemptId))
    .leftJoin(paymentMethods, eq(paymentMethods.id, chargeAttempts.paymentMethodId))
    .where(where)
    .orderBy(asc(refunds.id));
  return decided.map((decision) => ({
    ...decision,
    parts: parts.filter((part) => part.order_refund_id === decision.id),
  }));
}

/** The methods that an order's charges were made with, by charge. */
export async function methodsOfCharges(
  db: Db,
  order_id: number,
): Promise<Map<number, { brand: string; last4: string }>> {
  const rows = await db
    .select({ id: chargeAttempts.id, brand: paymentMethods.brand, last4: paymentMethods.last4 })
    .from(chargeAttempts)
    .innerJoin(payments, eq(payments.id, chargeAttempts.paymentId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, chargeAttempts.paymentMethodId))
    .where(eq(payments.orderId, order_id));
  return new Map(rows.map(({ id, brand, last4 }) => [id, { brand, last4 }]));
}
