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
import { chargeAttempts, paymentMethods, payments } from '#db/tables/billing/billing.ts';
import { transactions } from '#db/tables/billing/ledger.ts';
import { congestionFees } from '#db/tables/billing/congestion-fees.ts';
import { orders } from '#db/tables/orders.ts';
import { invariant } from '#kit/invariant.ts';
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
      // What was refused before comes after what was not.
      sql`${payments.next_try_on} nulls first`,
      asc(payments.id),
    );
}

/** A payment that may be due, as the collection first sees it. */
export type PerhapsDue = Pick<PaymentRow, 'id' | 'order_id' | 'status' | 'next_try_on'>;

/** The payments of active orders that may be due, earliest first; a claim looks again. */
export async function listPerhapsDue(db: Db, today: PlainDate): Promise<PerhapsDue[]> {
  return perhapsDue(db, today);
}

/** What billing reads of an order to charge it later; the price is as it was signed. */
export const chargedOrderColumns = {
  id: orders.id,
  user_id: orders.user_id,
  program_group_id: orders.program_group_id,
  route_id: orders.route_id,
  created_at: orders.created_at,
  price_snapshot: orders.price_snapshot,
  left_method_id: orders.left_method_id,
};

export type ChargedOrder = Pick<typeof orders.$inferSelect, keyof typeof chargedOrderColumns>;

export type LockedPayment = { order: ChargedOrder; payment: PaymentRow };

// Of the price a charge needs what was signed of surcharges alone; a page of whole prices is long to read.
export const dueOrderColumns = {
  ...chargedOrderColumns,
  price_snapshot: sql<unknown>`jsonb_build_object(
    'signed_surcharges', ${orders.price_snapshot} -> 'signed_surcharges',
    'card_fee', ${orders.price_snapshot} -> 'card_fee')`.as('price_snapshot'),
};

/** What may be collected, with the cards, the customers and the kinds of methods that are left alone. */
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

/** Payments that are to be collected, as they are now; another flow may change them meanwhile. */
export async function listDue(db: Db, payment_ids: number[], now: Date): Promise<DuePayment[]> {
  return selectDue(db, { payment_ids, now });
}

/**
 * Locks orders and payments, each order before its payment; without those that somebody else has, and those
 * of which there is nothing to collect: none while the collection has stopped.
 */
export async function claimDue(tx: Tx, payment_ids: number[], now: Date): Promise<DuePayment[]> {
  return selectDue(tx, { payment_ids, now, which: sql`not ${isCollectionStopped}` }).for('update', {
    of: [orders, payments],
    skipLocked: true,
  });
}

/**
 * Payments of active orders that fall due after today and not after `until`; a fee's with the moment of its
 * notice.
 */
export async function listUpcoming(db: Db, { today, until }: { today: PlainDate; until: PlainDate }) {
  return db
    .select({ payment: payments, feeAnnouncedAt: congestionFees.announced_at })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .leftJoin(congestionFees, eq(congestionFees.id, payments.congestion_fee_id))
    .where(
      and(
        eq(orders.status, 'active'),
        eq(payments.status, 'scheduled'),
        gt(payments.pay_on, today),
        lte(payments.pay_on, until),
      ),
    )
    .orderBy(asc(payments.pay_on), asc(payments.id));
}

/** Whose an order is that came about, or that waits for its aid; undefined for any other (M4, A6). */
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

/** One payment with its order, for a mail. */
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

/** The method that what was due at checkout was last tried with; null when nothing was due then. */
export async function checkoutMethodId(db: Db, order_id: number): Promise<number | null> {
  const [first] = await triedAtCheckout(db, { order_id });
  return first?.id ?? null;
}

export type PaymentAttempt = Pick<
  typeof chargeAttempts.$inferSelect,
  'payment_method_id' | 'state' | 'code' | 'next' | 'created_at' | 'finished_at' | 'is_by_family'
> & {
  /** null where the request was frozen before requests said it */
  kind: 'card' | 'bank' | null;
};

/** What is read of each try. */
export const attemptColumns = {
  payment_method_id: chargeAttempts.payment_method_id,
  state: chargeAttempts.state,
  code: chargeAttempts.code,
  next: chargeAttempts.next,
  created_at: chargeAttempts.created_at,
  finished_at: chargeAttempts.finished_at,
  is_by_family: chargeAttempts.is_by_family,
  kind: sql<PaymentAttempt['kind']>`${chargeAttempts.params} ->> 'kind'`,
};

const attemptsOfPayment = prepared((db, { payment_id }: Slots<{ payment_id: number }>) =>
  db
    .select(attemptColumns)
    .from(chargeAttempts)
    .where(eq(chargeAttempts.payment_id, payment_id))
    .orderBy(desc(chargeAttempts.attempt_no)),
);

/** The tries of a payment, the last one first. */
export async function attemptsOf(db: Db, payment_id: number): Promise<PaymentAttempt[]> {
  return attemptsOfPayment(db, { payment_id });
}

/** What an order's first line says was bought. */
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

/**
 * Puts an account away that its bank will not be asked through again. It keeps the mark of the default, so
 * that a payment which it would have made is known. A deleted one stays as it was.
 */
export async function retireMethod(tx: Tx, method_id: number, at: Date): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ is_active: false, deactivated_at: at, returned_at: at })
    .where(and(eq(paymentMethods.id, method_id), eq(paymentMethods.is_active, true)));
}

/**
 * Lets a method go that only a declined checkout has saved: the family did not add it by itself, and no
 * charge of it has succeeded or is on its way.
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
