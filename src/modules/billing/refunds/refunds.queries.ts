import { and, asc, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { disputes } from '#db/tables/billing/disputes.ts';
import { journal, postings } from '#db/tables/billing/ledger.ts';
import { orderRefunds, refunds } from '#db/tables/billing/refunds.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { invariant } from '#kit/invariant.ts';
import { cents, type Cents } from '#kit/money.ts';
import { isAnyFoundBy } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Account, ChargedSums } from '#modules/billing/ledger/postings.ts';
import type { Attempt, PaymentRow, Sending } from '#modules/billing/payments/attempts.queries.ts';
import { STANDING_DISPUTES } from '#modules/billing/dispute.states.ts';
import { UNDONE_REFUNDS, UNRESOLVED_REFUNDS } from './refund.states.ts';

export type OrderRefundRow = typeof orderRefunds.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;

/** The first two locks of every flow moving money of the order. */
export async function lockPaymentsOf(tx: Tx, order_id: number): Promise<PaymentRow[]> {
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, order_id))
    .for('update');
  invariant(order, `no order ${order_id}`);
  return tx
    .select()
    .from(payments)
    .where(eq(payments.order_id, order_id))
    .orderBy(asc(payments.payment_number))
    .for('update');
}

export const isAttemptFor = (db: Db, order_id: number) => {
  const theirs = db.select({ id: payments.id }).from(payments).where(eq(payments.order_id, order_id));
  return isAnyFoundBy(chargeAttempts.payment_id, theirs);
};

export async function chargesOf(db: Db, order_id: number): Promise<Attempt[]> {
  return db
    .select()
    .from(chargeAttempts)
    .where(isAttemptFor(db, order_id))
    .orderBy(desc(chargeAttempts.attempt_no));
}

export async function surchargesBack(db: Db, order_id: number): Promise<Map<number, Cents>> {
  const rows = await db
    .select({ payment_id: refunds.payment_id, cents: sql<string>`sum(${refunds.surcharge_cents})` })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(and(eq(payments.order_id, order_id), notInArray(refunds.state, [...UNDONE_REFUNDS])))
    .groupBy(refunds.payment_id);
  return new Map(rows.map((row) => [row.payment_id, Number(row.cents) as Cents]));
}

export async function disputedPayments(db: Db, order_id: number): Promise<Set<number>> {
  const rows = await db
    .select({ payment_id: disputes.payment_id })
    .from(disputes)
    .where(and(eq(disputes.order_id, order_id), inArray(disputes.state, [...STANDING_DISPUTES])));
  return new Set(rows.map(({ payment_id }) => payment_id));
}

/** The parts of charges lost in disputes, by charge: the rest is still with the company (S17). */
export async function lostInPart(db: Db, order_id: number): Promise<Map<number, ChargedSums>> {
  const sumOf = (account: Account) =>
    sql<string>`coalesce(sum(${postings.amount_cents}) filter (where ${postings.account} = ${account}), 0)`;
  const rows = await db
    .select({ id: chargeAttempts.id, principal: sumOf('contracts'), surcharge: sumOf('surcharges') })
    .from(chargeAttempts)
    .innerJoin(disputes, eq(disputes.charge_attempt_id, chargeAttempts.id))
    .innerJoin(journal, and(eq(journal.kind, 'dispute_lost'), eq(journal.ref, disputes.gateway_ref)))
    .innerJoin(postings, eq(postings.journal_id, journal.id))
    .where(isAttemptFor(db, order_id))
    .groupBy(chargeAttempts.id);
  return new Map(
    rows.map(({ id, principal, surcharge }) => [
      id,
      { principal_cents: cents(Number(principal)), surcharge_cents: cents(Number(surcharge)) },
    ]),
  );
}

export async function findByRequestKey(db: Db, request_key: string): Promise<OrderRefundRow | undefined> {
  const [row] = await db.select().from(orderRefunds).where(eq(orderRefunds.request_key, request_key));
  return row;
}

/** @returns undefined when the key was used before, even by a concurrent request (I13) */
export async function insertOrderRefund(
  tx: Tx,
  row: typeof orderRefunds.$inferInsert,
): Promise<number | undefined> {
  const [inserted] = await tx
    .insert(orderRefunds)
    .values(row)
    .onConflictDoNothing({ target: orderRefunds.request_key })
    .returning({ id: orderRefunds.id });
  return inserted?.id;
}

export async function insertRefunds(tx: Tx, rows: (typeof refunds.$inferInsert)[]): Promise<RefundRow[]> {
  return tx.insert(refunds).values(rows).returning();
}

/** A negative amount frees principal. The caller locks the payment. */
export async function reserve(tx: Tx, payment_id: number, by: Cents): Promise<void> {
  await tx
    .update(payments)
    .set({ refunded_cents: sql`${payments.refunded_cents} + ${by}`, version: sql`${payments.version} + 1` })
    .where(eq(payments.id, payment_id));
}

export type LockedRefund = {
  order_id: number;
  payment: PaymentRow;
  refund: RefundRow;
  decision: OrderRefundRow;
  method: { id: number; payment_type_id: number } | null;
};

/** In this order: order, payment, refund. Returns the rows as of the lock. */
export async function lockRefund(tx: Tx, id: number): Promise<LockedRefund> {
  const [locked] = await tx
    .select({ order_id: orders.id, payment: payments, refund: refunds, decision: orderRefunds })
    .from(orders)
    .innerJoin(payments, eq(payments.order_id, orders.id))
    .innerJoin(refunds, eq(refunds.payment_id, payments.id))
    .innerJoin(orderRefunds, eq(orderRefunds.id, refunds.order_refund_id))
    .where(eq(refunds.id, id))
    .for('update', { of: [orders, payments, refunds] });
  invariant(locked, `no refund ${id}`);
  const [method] = await tx
    .select({ id: paymentMethods.id, payment_type_id: paymentMethods.payment_type_id })
    .from(chargeAttempts)
    .innerJoin(paymentMethods, eq(paymentMethods.id, chargeAttempts.payment_method_id))
    .where(eq(chargeAttempts.id, locked.refund.charge_attempt_id ?? 0));
  return { ...locked, method: method ?? null };
}

/** @returns undefined when the refund is in none of the states `from` */
export async function markRefundSent(
  tx: Tx,
  id: number,
  { from, now, lease_until }: Sending,
): Promise<RefundRow | undefined> {
  const { state, first_sent_at } = refunds;
  const [refund] = await tx
    .update(refunds)
    .set({
      state: sql`case when ${state} = 'created' then 'sent' else ${state} end`,
      first_sent_at: sql`coalesce(${first_sent_at}, ${now.toISOString()}::timestamptz)`,
      last_sent_at: now,
      lease_until,
    })
    .where(and(eq(refunds.id, id), inArray(state, from as RefundRow['state'][])))
    .returning();
  return refund;
}

export async function getRefund(db: Db, id: number): Promise<RefundRow> {
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, id));
  invariant(refund, `no refund ${id}`);
  return refund;
}

export type ChargeOfRefund = {
  attempt_id: number;
  charge_ref: string;
  payment_id: number;
  payment_number: number;
  order_id: number;
  user_id: number;
  isBooked: boolean;
};

export async function findChargeOfRefund(db: Db, charge_ref: string): Promise<ChargeOfRefund | undefined> {
  const [row] = await db
    .select({
      attempt_id: chargeAttempts.id,
      state: chargeAttempts.state,
      payment_id: payments.id,
      payment_number: payments.payment_number,
      order_id: payments.order_id,
      user_id: orders.user_id,
    })
    .from(chargeAttempts)
    .innerJoin(payments, eq(payments.id, chargeAttempts.payment_id))
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(eq(chargeAttempts.gateway_ref, charge_ref));
  if (!row) return undefined;
  const { state, ...charge } = row;
  return { ...charge, charge_ref, isBooked: ['succeeded', 'processing', 'returned'].includes(state) };
}

export async function updateRefund(tx: Tx, id: number, changes: Partial<RefundRow>): Promise<RefundRow> {
  const [refund] = await tx.update(refunds).set(changes).where(eq(refunds.id, id)).returning();
  invariant(refund, `no refund ${id}`);
  return refund;
}

export async function findOrderRefund(
  db: Db,
  { order_id, order_refund_id }: { order_id: number; order_refund_id: number },
): Promise<OrderRefundRow | undefined> {
  const [decision] = await db
    .select()
    .from(orderRefunds)
    .where(and(eq(orderRefunds.id, order_refund_id), eq(orderRefunds.order_id, order_id)));
  return decision;
}

export async function partsOf(db: Db, order_refund_id: number): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.order_refund_id, order_refund_id))
    .orderBy(asc(refunds.id));
}

export async function claimUnresolvedRefund(tx: Tx, now: Date): Promise<RefundRow | undefined> {
  const [refund] = await tx
    .select()
    .from(refunds)
    .where(and(inArray(refunds.state, [...UNRESOLVED_REFUNDS]), lt(refunds.lease_until, now)))
    .orderBy(asc(refunds.lease_until), asc(refunds.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return refund;
}
