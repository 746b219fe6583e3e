import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { contractFinancialAid } from '#db/tables/orders/financial-aid.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { invariant } from '#kit/invariant.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Builder, type Slots } from '#platform/db/prepared.ts';
import { UNPAID } from '#modules/billing/payment.states.ts';
import { UNRESOLVED_ATTEMPTS } from './attempt.states.ts';
import { isAttemptStopped, isAway } from './collection-stops.queries.ts';

export type Attempt = typeof chargeAttempts.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;

export type Locked = {
  /** `hasAidToConfirm`: the contract has aid for the office to confirm (A6) */
  order: { id: number; status: string; hasAidToConfirm: boolean };
  payment: PaymentRow;
  attempt: Attempt;
  payment_type_id: number;
};

const hasAidToConfirm = sql<boolean>`exists (select from ${contracts}
  join ${contractFinancialAid} aid on aid.contract_id = ${contracts.id}
  where ${contracts.order_id} = ${orders.id} and aid.to_confirm)`;

const lockAll = prepared((db, { attempt_id }: Slots<{ attempt_id: number }>) =>
  db
    .select({
      order: { id: orders.id, status: orders.status, hasAidToConfirm },
      payment: payments,
      attempt: chargeAttempts,
      payment_type_id: paymentMethods.payment_type_id,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.order_id, orders.id))
    .innerJoin(chargeAttempts, eq(chargeAttempts.payment_id, payments.id))
    .innerJoin(paymentMethods, eq(paymentMethods.id, chargeAttempts.payment_method_id))
    .where(eq(chargeAttempts.id, attempt_id))
    .for('update', { of: [orders, payments, chargeAttempts] }),
);

/** Always in this order, to prevent a deadlock. Returns the rows as of the lock. */
export async function lockAttempt(tx: Tx, attempt_id: number): Promise<Locked> {
  const [locked] = await lockAll(tx, { attempt_id });
  invariant(locked, `no charge attempt ${attempt_id}`);
  return locked;
}

export type Sending = {
  from: readonly string[];
  now: Date;
  lease_until: Date;
  /** an unsent attempt is not sent while the collection is stopped */
  isCollected?: true;
};

type Marking = Omit<Sending, 'isCollected'> & { attempt_id: number; isCollected: true | undefined };

const markAsSent = prepared((db, { attempt_id, from, now, lease_until, isCollected }: Slots<Marking>) => {
  const { state, first_sent_at } = chargeAttempts;
  return db
    .update(chargeAttempts)
    .set({
      state: sql`case when ${state} = 'created' then 'sent' else ${state} end`,
      first_sent_at: sql`coalesce(${first_sent_at}, ${now}::timestamptz)`,
      last_sent_at: now,
      lease_until,
    })
    .where(
      and(
        eq(chargeAttempts.id, attempt_id),
        sql`${state} = any(${from}::text[])`,
        isCollected && sql`(${state} <> 'created' or not ${isAttemptStopped(now)})`,
      ),
    )
    .returning();
});

/** @returns undefined when the attempt is in none of the states `from`, or a stop holds the attempt back */
export async function markAttemptSent(
  tx: Tx,
  attempt_id: number,
  { isCollected, ...sending }: Sending,
): Promise<Attempt | undefined> {
  const [attempt] = await markAsSent(tx, { attempt_id, isCollected, ...sending });
  return attempt;
}

const attemptById = prepared((db, { attempt_id }: Slots<{ attempt_id: number }>) =>
  db.select().from(chargeAttempts).where(eq(chargeAttempts.id, attempt_id)),
);

export async function getAttempt(db: Db, attempt_id: number): Promise<Attempt> {
  const [attempt] = await attemptById(db, { attempt_id });
  invariant(attempt, `no charge attempt ${attempt_id}`);
  return attempt;
}

export async function findAttemptByKey(db: Db, idem_key: string): Promise<Attempt | undefined> {
  const [attempt] = await db.select().from(chargeAttempts).where(eq(chargeAttempts.idem_key, idem_key));
  return attempt;
}

export async function findFirstAttemptId(db: Db, order_id: number): Promise<number | undefined> {
  const [attempt] = await db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .innerJoin(payments, eq(payments.id, chargeAttempts.payment_id))
    .where(and(eq(payments.order_id, order_id), eq(payments.payment_number, 1)))
    .orderBy(asc(chargeAttempts.attempt_no))
    .limit(1);
  return attempt?.id;
}

export async function getFirstPayment(tx: Tx, order_id: number): Promise<PaymentRow> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.order_id, order_id), eq(payments.payment_number, 1)))
    .for('update');
  invariant(payment, `order ${order_id} has a first payment`);
  return payment;
}

export type NewAttempt = Omit<typeof chargeAttempts.$inferInsert, 'attempt_no'>;

const insertInFlight = prepared((db, attempt: Slots<NewAttempt>) => {
  const inFlight = db.$with('in_flight').as(
    db
      .update(payments)
      .set({
        status: 'in_flight',
        attempts: sql`${payments.attempts} + 1`,
        version: sql`${payments.version} + 1`,
      })
      .where(eq(payments.id, attempt.payment_id))
      .returning({ id: payments.id }),
  );
  const attempt_no = sql<number>`(select coalesce(max(${chargeAttempts.attempt_no}), 0) + 1
    from ${chargeAttempts} where ${chargeAttempts.payment_id} = ${attempt.payment_id})`;
  return db
    .with(inFlight)
    .insert(chargeAttempts)
    .values({ ...attempt, attempt_no })
    .returning();
});

export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<Attempt> {
  const [row] = await insertInFlight(tx, attempt);
  return row!;
}

type AttemptChanges = Partial<Attempt> & { attempt_id: number };

const changeAttempt = prepared((db, { attempt_id, ...changes }: Slots<AttemptChanges>) =>
  db.update(chargeAttempts).set(changes).where(eq(chargeAttempts.id, attempt_id)),
);

export async function updateAttempt(tx: Tx, attempt_id: number, changes: Partial<Attempt>): Promise<void> {
  const { rowCount } = await changeAttempt(tx, { attempt_id, ...changes });
  invariant(rowCount === 1, `no charge attempt ${attempt_id}`);
}

export async function claimUnresolved(tx: Tx, now: Date): Promise<Attempt | undefined> {
  const [attempt] = await tx
    .select()
    .from(chargeAttempts)
    .where(
      and(
        inArray(chargeAttempts.state, [...UNRESOLVED_ATTEMPTS]),
        lt(chargeAttempts.lease_until, now),
        sql`not (${chargeAttempts.state} = 'created' and ${isAway} and ${isAttemptStopped(now)})`,
      ),
    )
    .orderBy(asc(chargeAttempts.lease_until), asc(chargeAttempts.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return attempt;
}

type PaymentChanges = Partial<PaymentRow> & { payment_id: number };

const paymentChanged = (db: Builder, { payment_id, ...changes }: Slots<PaymentChanges>) =>
  db
    .update(payments)
    .set({ ...changes, version: sql`${payments.version} + 1` })
    .where(eq(payments.id, payment_id));

const changePayment = prepared(paymentChanged);

export async function updatePayment(tx: Tx, payment_id: number, changes: Partial<PaymentRow>): Promise<void> {
  await changePayment(tx, { payment_id, ...changes });
}

export type PaidPayment = Pick<PaymentRow, 'status' | 'settled_at'> &
  Partial<Pick<PaymentRow, 'paid_at' | 'next_try_on'>>;

type Both = { attempt_id: number; payment_id: number };

const changeBoth = prepared((db, slots: Slots<Both & Partial<Attempt> & PaidPayment>) => {
  const { attempt_id, payment_id, status, settled_at, paid_at, next_try_on, ...changes } = slots;
  const paid = paymentChanged(db, { payment_id, status, settled_at, paid_at, next_try_on });
  return db
    .with(db.$with('paid').as(paid.returning({ id: payments.id })))
    .update(chargeAttempts)
    .set(changes)
    .where(eq(chargeAttempts.id, attempt_id));
});

export async function updateAttemptAndPayment(
  tx: Tx,
  { attempt_id, payment_id }: Both,
  changes: Partial<Attempt> & PaidPayment,
): Promise<void> {
  const { rowCount } = await changeBoth(tx, { attempt_id, payment_id, ...changes });
  invariant(rowCount === 1, `no charge attempt ${attempt_id}`);
}

export type NewPayment = Pick<PaymentRow, 'order_id' | 'payment_number' | 'amount_cents' | 'pay_on'> &
  Partial<Pick<PaymentRow, 'notified_method' | 'notified_total_cents'>>;

const insertPayment = prepared((db, row: Slots<NewPayment>) =>
  db
    .insert(payments)
    .values({ ...row, status: 'scheduled' })
    .returning(),
);

export async function insertPayments(tx: Tx, rows: NewPayment[]): Promise<PaymentRow[]> {
  const inserted = await atOnce(rows.map((row) => insertPayment(tx, row)));
  return inserted.flat();
}

/** A payment with a charge on the way stays (M11). */
export async function cancelUnpaid(tx: Tx, order_id: number): Promise<void> {
  await tx
    .update(payments)
    .set({ status: 'cancelled', next_try_on: null, version: sql`${payments.version} + 1` })
    .where(and(eq(payments.order_id, order_id), inArray(payments.status, [...UNPAID])));
}
