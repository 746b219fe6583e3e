import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { transactions } from '#db/tables/billing/ledger.ts';
import { congestionFees } from '#db/tables/billing/congestion-fees.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { outbox } from '#db/tables/platform.ts';
import { invariant } from '#kit/invariant.ts';
import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import { STUCK, UNPAID } from '#modules/billing/payment.states.ts';
import { LIVE_ATTEMPTS } from './attempt.states.ts';
import type { PaymentRow } from './attempts.queries.ts';
import { disputedMethods, heldCustomers } from './left-alone.queries.ts';
import { isCollectionStopped, stoppedKinds } from './collection-stops.queries.ts';

/** An index serves each arm of the condition (decision 43). */
export function perhapsDue(db: Db, today: PlainDate) {
  return db
    .select({
      id: payments.id,
      order_id: payments.order_id,
      status: payments.status,
      next_try_on: payments.next_try_on,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(
      and(
        eq(orders.status, 'active'),
        or(
          and(eq(payments.status, 'scheduled'), lte(payments.pay_on, today)),
          inArray(payments.status, [...STUCK]),
        ),
      ),
    )
    .orderBy(
      asc(sql`coalesce(${payments.next_try_on}, ${payments.pay_on})`),
      // On the same day, payments without a refusal come first.
      sql`${payments.next_try_on} nulls first`,
      asc(payments.id),
    );
}

export type PerhapsDue = Pick<PaymentRow, 'id' | 'order_id' | 'status' | 'next_try_on'>;

export async function listPerhapsDue(db: Db, today: PlainDate): Promise<PerhapsDue[]> {
  return perhapsDue(db, today);
}

export const chargedOrderColumns = {
  id: orders.id,
  user_id: orders.user_id,
  program_group_id: orders.program_group_id,
  route_id: orders.route_id,
  created_at: orders.created_at,
  price_snapshot: orders.price_snapshot,
  left_method_id: orders.left_method_id,
  is_on_paper: orders.is_on_paper,
};

export type ChargedOrder = Pick<typeof orders.$inferSelect, keyof typeof chargedOrderColumns>;

export type LockedPayment = { order: ChargedOrder; payment: PaymentRow };

// A charge needs only the signed surcharges of a price; whole prices make a page long to read.
export const dueOrderColumns = {
  ...chargedOrderColumns,
  price_snapshot: sql<unknown>`jsonb_build_object(
    'signed_surcharges', ${orders.price_snapshot} -> 'signed_surcharges',
    'card_fee', ${orders.price_snapshot} -> 'card_fee')`.as('price_snapshot'),
};

export type DuePayment = LockedPayment & {
  disputed_methods: number[];
  held_customers: string[];
  stopped_kinds: ('card' | 'bank')[];
};

type Which = { payment_ids: number[]; now: Date; which?: SQL };

const selectDue = (db: Db, { payment_ids, now, which }: Which) =>
  db
    .select({
      order: dueOrderColumns,
      payment: payments,
      disputed_methods: disputedMethods,
      held_customers: heldCustomers,
      stopped_kinds: stoppedKinds(now),
    })
    .from(orders)
    .innerJoin(payments, eq(payments.order_id, orders.id))
    .where(
      and(
        isAnyOf(payments.id, payment_ids),
        eq(orders.status, 'active'),
        inArray(payments.status, [...UNPAID]),
        which,
      ),
    )
    .orderBy(asc(payments.id));

export async function listDue(db: Db, payment_ids: number[], now: Date): Promise<DuePayment[]> {
  return selectDue(db, { payment_ids, now });
}

/** Locks each order before the payment. Skips locked rows; returns none while the collection is stopped. */
export async function claimDue(tx: Tx, payment_ids: number[], now: Date): Promise<DuePayment[]> {
  return selectDue(tx, { payment_ids, now, which: sql`not ${isCollectionStopped}` }).for('update', {
    of: [orders, payments],
    skipLocked: true,
  });
}

/** When the mail about the last failed attempt was written; null where an earlier mail stands for it (M7). */
const failureMailedAt = sql<Date | null>`(select max(mail.created_at)
  from (select id, payment_method_id, finished_at from ${chargeAttempts} tried
    where tried.payment_id = ${payments.id} order by tried.attempt_no desc limit 1) failed
  join ${outbox} mail on (mail.kind, mail.ref) in (('billing.bank_return', failed.id::text),
      ('billing.payment_failed', ${payments.id} || '-' || failed.payment_method_id))
    and mail.created_at >= failed.finished_at)`.mapWith(outbox.created_at);

/** Charges of a due day, and further attempts (MC5). */
export async function listUpcoming(db: Db, { today, until }: { today: PlainDate; until: PlainDate }) {
  const isWithin = (day: typeof payments.pay_on | typeof payments.next_try_on) =>
    and(gt(day, today), lte(day, until));
  return db
    .select({ payment: payments, feeAnnouncedAt: congestionFees.announced_at, failureMailedAt })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .leftJoin(congestionFees, eq(congestionFees.id, payments.congestion_fee_id))
    .where(
      and(
        eq(orders.status, 'active'),
        or(
          and(eq(payments.status, 'scheduled'), isWithin(payments.pay_on)),
          and(inArray(payments.status, [...STUCK]), isWithin(payments.next_try_on)),
        ),
      ),
    )
    .orderBy(asc(payments.pay_on), asc(payments.id));
}

/** @returns undefined for an order never activated (M4, A6) */
export async function findActivatedOwner(db: Db, order_id: number): Promise<number | undefined> {
  const [order] = await db
    .select({ user_id: orders.user_id })
    .from(orders)
    .where(
      and(
        eq(orders.id, order_id),
        or(isNotNull(orders.activated_at), inArray(orders.status, ['awaiting_aid', 'cancelled'])),
      ),
    );
  return order?.user_id;
}

export async function findPayment(db: Db, payment_id: number): Promise<LockedPayment | undefined> {
  const [found] = await db
    .select({ order: chargedOrderColumns, payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(eq(payments.id, payment_id));
  return found;
}

const triedAtCheckout = prepared((db, { order_id }: Slots<{ order_id: number }>) =>
  db
    .select({ id: chargeAttempts.payment_method_id })
    .from(chargeAttempts)
    .innerJoin(payments, eq(payments.id, chargeAttempts.payment_id))
    .where(and(eq(payments.order_id, order_id), eq(payments.payment_number, 1)))
    .orderBy(desc(chargeAttempts.attempt_no))
    .limit(1),
);

/** @returns null when nothing was due at checkout */
export async function checkoutMethodId(db: Db, order_id: number): Promise<number | null> {
  const [first] = await triedAtCheckout(db, { order_id });
  return first?.id ?? null;
}

export type PaymentAttempt = Pick<
  typeof chargeAttempts.$inferSelect,
  'payment_method_id' | 'state' | 'code' | 'next' | 'created_at' | 'finished_at' | 'is_by_family'
> & {
  /** null for a request written before requests had a kind */
  kind: 'card' | 'bank' | null;
  /** what was tried, the fee of the method included (MP4) */
  total_cents: Cents;
};

/** Principal and surcharges of an attempt. */
const triedCents = sql<Cents>`${chargeAttempts.principal_cents} + ${chargeAttempts.surcharge_cents}`.mapWith(
  chargeAttempts.principal_cents,
);

export const attemptColumns = {
  payment_method_id: chargeAttempts.payment_method_id,
  state: chargeAttempts.state,
  code: chargeAttempts.code,
  next: chargeAttempts.next,
  created_at: chargeAttempts.created_at,
  finished_at: chargeAttempts.finished_at,
  is_by_family: chargeAttempts.is_by_family,
  kind: sql<PaymentAttempt['kind']>`${chargeAttempts.params} ->> 'kind'`,
  total_cents: triedCents,
};

const attemptsOfPayment = prepared((db, { payment_id }: Slots<{ payment_id: number }>) =>
  db
    .select(attemptColumns)
    .from(chargeAttempts)
    .where(eq(chargeAttempts.payment_id, payment_id))
    .orderBy(desc(chargeAttempts.attempt_no)),
);

export async function attemptsOf(db: Db, payment_id: number): Promise<PaymentAttempt[]> {
  return attemptsOfPayment(db, { payment_id });
}

export async function firstLineText(db: Db, order_id: number): Promise<string> {
  const [first] = await db
    .select({ description: transactions.description })
    .from(transactions)
    .where(eq(transactions.order_id, order_id))
    .orderBy(asc(transactions.id))
    .limit(1);
  invariant(first, `order ${order_id} is active and has a first transaction`);
  return first.description;
}

/** The mark of the default stays, to recognize the payments planned for the account. */
export async function retireMethod(tx: Tx, method_id: number, at: Date): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ is_active: false, deactivated_at: at, returned_at: at })
    .where(and(eq(paymentMethods.id, method_id), eq(paymentMethods.is_active, true)));
}

/**
 * The family did not add the method, and no charge by the method succeeded, was returned or is on the way.
 */
export async function forgetUncharged(tx: Tx, method_id: number, at: Date): Promise<void> {
  const isInUse = exists(
    tx
      .select({ one: sql`1` })
      .from(chargeAttempts)
      .where(
        and(
          eq(chargeAttempts.payment_method_id, paymentMethods.id),
          inArray(chargeAttempts.state, [...LIVE_ATTEMPTS, 'returned']),
        ),
      ),
  );
  await tx
    .update(paymentMethods)
    .set({ is_active: false, is_default: false, deactivated_at: at })
    .where(
      and(
        eq(paymentMethods.id, method_id),
        eq(paymentMethods.is_active, true),
        isNull(paymentMethods.chosen_at),
        not(isInUse),
      ),
    );
}
