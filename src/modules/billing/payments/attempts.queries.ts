import { and, asc, eq, inArray, lt, max, sql } from 'drizzle-orm';
import { chargeAttempts, paymentMethods, payments, type FrozenCharge } from '#db/tables/billing.ts';
import { orders } from '#db/tables/orders.ts';
import { invariant } from '#kit/invariant.ts';
import type { Cents } from '#kit/money.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { UNRESOLVED } from './attempt-transitions.ts';

export type Attempt = typeof chargeAttempts.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;

export type Locked = {
  order: { id: number; status: string };
  payment: PaymentRow;
  attempt: Attempt;
  paymentTypeId: number;
};

/**
 * Locks order, payment and attempt in one statement, always in this order, so that two answers never wait for
 * each other; what is read is what the rows hold once they are locked.
 */
export async function lockAttempt(tx: Tx, attempt_id: number): Promise<Locked> {
  const [locked] = await tx
    .select({
      order: { id: orders.id, status: orders.status },
      payment: payments,
      attempt: chargeAttempts,
      paymentTypeId: paymentMethods.paymentTypeId,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .innerJoin(chargeAttempts, eq(chargeAttempts.paymentId, payments.id))
    .innerJoin(paymentMethods, eq(paymentMethods.id, chargeAttempts.paymentMethodId))
    .where(eq(chargeAttempts.id, attempt_id))
    .for('update', { of: [orders, payments, chargeAttempts] });
  invariant(locked, `no charge attempt ${attempt_id}`);
  return locked;
}

/** Locks the attempt alone, for moves that touch nothing else. */
export async function lockAttemptAlone(tx: Tx, attempt_id: number): Promise<Attempt> {
  const [attempt] = await tx
    .select()
    .from(chargeAttempts)
    .where(eq(chargeAttempts.id, attempt_id))
    .for('update');
  invariant(attempt, `no charge attempt ${attempt_id}`);
  return attempt;
}

export async function getAttempt(db: Db, attempt_id: number): Promise<Attempt> {
  const [attempt] = await db.select().from(chargeAttempts).where(eq(chargeAttempts.id, attempt_id));
  invariant(attempt, `no charge attempt ${attempt_id}`);
  return attempt;
}

/** The first attempt to collect what checkout takes; undefined for an order with nothing due today. */
export async function findFirstAttemptId(db: Db, order_id: number): Promise<number | undefined> {
  const [attempt] = await db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .innerJoin(payments, eq(payments.id, chargeAttempts.paymentId))
    .where(and(eq(payments.orderId, order_id), eq(payments.paymentNumber, 1)))
    .orderBy(asc(chargeAttempts.attemptNo))
    .limit(1);
  return attempt?.id;
}

type NewAttempt = {
  paymentId: number;
  idemKey: string;
  paymentMethodId: number;
  principalCents: Cents;
  surchargeCents: Cents;
  surcharges: { name: string; amount_cents: number }[];
  params: FrozenCharge;
  leaseUntil: Date;
  createdAt: Date;
};

export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<Attempt> {
  const [last] = await tx
    .select({ attemptNo: max(chargeAttempts.attemptNo) })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.paymentId, attempt.paymentId));
  const attemptNo = (last?.attemptNo ?? 0) + 1;
  const [row] = await tx
    .insert(chargeAttempts)
    .values({ ...attempt, attemptNo, state: 'created' })
    .returning();
  return row!;
}

export async function updateAttempt(tx: Tx, attempt_id: number, changes: Partial<Attempt>): Promise<void> {
  await tx.update(chargeAttempts).set(changes).where(eq(chargeAttempts.id, attempt_id));
}

/** The next attempt whose lease has run out, locked; others that somebody holds are passed over. */
export async function claimUnresolved(tx: Tx, now: Date): Promise<Attempt | undefined> {
  const [attempt] = await tx
    .select()
    .from(chargeAttempts)
    .where(and(inArray(chargeAttempts.state, [...UNRESOLVED]), lt(chargeAttempts.leaseUntil, now)))
    .orderBy(asc(chargeAttempts.leaseUntil), asc(chargeAttempts.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return attempt;
}

export async function updatePayment(tx: Tx, payment_id: number, changes: Partial<PaymentRow>): Promise<void> {
  await tx
    .update(payments)
    .set({ ...changes, version: sql`${payments.version} + 1` })
    .where(eq(payments.id, payment_id));
}

type NewPayment = { orderId: number; paymentNumber: number; amountCents: Cents; payOn: PaymentRow['payOn'] };

export async function insertPayments(tx: Tx, rows: NewPayment[]): Promise<PaymentRow[]> {
  if (rows.length === 0) return [];
  return tx
    .insert(payments)
    .values(rows.map((row) => ({ ...row, status: 'scheduled' as const })))
    .returning();
}

const UNPAID = ['scheduled', 'failed', 'needs_method', 'returned'] as const;

/** Cancels what an order still owes (M11). A payment whose charge is on its way is left alone. */
export async function cancelUnpaid(tx: Tx, order_id: number): Promise<void> {
  await tx
    .update(payments)
    .set({ status: 'cancelled', version: sql`${payments.version} + 1` })
    .where(and(eq(payments.orderId, order_id), inArray(payments.status, [...UNPAID])));
}
