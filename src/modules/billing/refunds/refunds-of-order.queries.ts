import { asc, desc, eq } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { orderRefunds, refunds } from '#db/tables/billing/refunds.ts';
import type { Db } from '#platform/db/database.ts';
import type { PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import { methodFacts, type MethodFacts } from '#modules/billing/ledger/method-facts.queries.ts';
import { isAttemptFor } from './refunds.queries.ts';

export async function paymentsOf(db: Db, order_id: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.order_id, order_id))
    .orderBy(asc(payments.payment_number));
}

export async function decisionsOf(db: Db, order_id: number) {
  return readDecisions(db, eq(orderRefunds.order_id, order_id));
}

export async function findDecision(db: Db, order_refund_id: number) {
  const [decision] = await readDecisions(db, eq(orderRefunds.id, order_refund_id));
  return decision;
}

export type Decision = NonNullable<Awaited<ReturnType<typeof findDecision>>>;

async function readDecisions(db: Db, where: ReturnType<typeof eq>) {
  const decided = await listDecisionRows(db, where);
  const parts = await listPartRows(db, where);
  return decided.map((decision) => ({
    ...decision,
    parts: parts.filter((part) => part.order_refund_id === decision.id),
  }));
}

async function listDecisionRows(db: Db, where: ReturnType<typeof eq>) {
  return db
    .select({
      id: orderRefunds.id,
      way: orderRefunds.way,
      reference: orderRefunds.reference,
      reason: orderRefunds.reason,
      amount_cents: orderRefunds.amount_cents,
      is_whole: orderRefunds.is_whole,
      created_at: orderRefunds.created_at,
      by: { first_name: users.first_name, last_name: users.last_name },
    })
    .from(orderRefunds)
    .innerJoin(users, eq(users.id, orderRefunds.approved_by))
    .where(where)
    .orderBy(desc(orderRefunds.id));
}

async function listPartRows(db: Db, where: ReturnType<typeof eq>) {
  return db
    .select({
      order_refund_id: refunds.order_refund_id,
      payment_id: payments.id,
      payment_number: payments.payment_number,
      amount_cents: refunds.amount_cents,
      surcharge_cents: refunds.surcharge_cents,
      state: refunds.state,
      lease_until: refunds.lease_until,
      code: refunds.code,
      method: { brand: paymentMethods.brand, last_4: paymentMethods.last_4 },
    })
    .from(refunds)
    .innerJoin(orderRefunds, eq(orderRefunds.id, refunds.order_refund_id))
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .leftJoin(chargeAttempts, eq(chargeAttempts.id, refunds.charge_attempt_id))
    .leftJoin(paymentMethods, eq(paymentMethods.id, chargeAttempts.payment_method_id))
    .where(where)
    .orderBy(asc(refunds.id));
}

export async function methodsOfCharges(db: Db, order_id: number): Promise<Map<number, MethodFacts>> {
  const rows = await db
    .select({ id: chargeAttempts.id, method: methodFacts(chargeAttempts.payment_method_id) })
    .from(chargeAttempts)
    .where(isAttemptFor(db, order_id));
  return new Map(rows.flatMap(({ id, method }) => (method ? [[id, method] as const] : [])));
}
