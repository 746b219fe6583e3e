import { and, asc, eq, inArray, isNotNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { payments } from '#db/tables/billing/billing.ts';
import { congestionFees } from '#db/tables/billing/congestion-fees.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { orders } from '#db/tables/orders/orders.ts';
import type { Cents } from '#kit/money.ts';
import { startOfDayIn } from '#kit/plain-date.ts';
import { isStandingPaid, standingCents } from '#modules/billing/payments/still-owed.queries.ts';
import { STUCK } from '#modules/billing/payment.states.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import { MATTERS_SHOWN, type MatterKind } from './matter.states.ts';
import {
  isUnsettled,
  listCalls,
  ofParent,
  ofPayment,
  withCalls,
  type FoundMatter,
} from './matters.queries.ts';

export const returnsAfterRefund = (db: Db): Promise<FoundMatter[]> =>
  paymentMatters(db, 'returned_after_refund', {
    action: 'billing.returned_after_refund',
    amount_cents: payments.refunded_cents,
  });

/** The amount is the unrefunded part. */
export const returnsAfterEnd = (db: Db): Promise<FoundMatter[]> =>
  paymentMatters(db, 'returned_after_end', {
    action: 'billing.returned_after_end',
    amount_cents: sql<Cents>`${payments.amount_cents} - ${payments.refunded_cents}`.mapWith(
      payments.amount_cents,
    ),
  });

export const unpayablePayments = (db: Db): Promise<FoundMatter[]> =>
  paymentMatters(db, 'payment_unpayable', {
    action: 'billing.payment_unpayable',
    amount_cents: payments.amount_cents,
    isStillOpen: sql`${payments.paid_at} is null and ${payments.status} <> 'cancelled' and not exists (
      select from ${paymentMethods} m
      where m.user_id = ${orders.user_id} and m.is_active and m.kept_at is not null)`,
  });

type AboutPayment = {
  action: string;
  amount_cents: typeof payments.amount_cents | typeof payments.refunded_cents | SQL<Cents>;
  isStillOpen?: SQL;
};

async function paymentMatters(
  db: Db,
  kind: MatterKind,
  { action, amount_cents, isStillOpen }: AboutPayment,
): Promise<FoundMatter[]> {
  const calls = await listCalls(db, kind, action);
  return withCalls(calls, (ids) =>
    db
      .select({ id: payments.id, amount_cents, payment: ofPayment, parent: ofParent })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.order_id))
      .innerJoin(users, eq(users.id, orders.user_id))
      .where(and(inArray(payments.id, ids), isStillOpen)),
  );
}

/** What a withdrawn fee has taken and nobody has refunded, whenever the money came (MC8). */
export async function paidOfWithdrawnFees(db: Db): Promise<FoundMatter[]> {
  const subject = sql`'payment:' || ${payments.id}`;
  const since = sql<Date>`greatest(${congestionFees.withdrawn_at}, ${payments.paid_at})`.mapWith(
    payments.paid_at,
  );
  const rows = await db
    .select({ since, amount_cents: standingCents, payment: ofPayment, parent: ofParent })
    .from(payments)
    .innerJoin(congestionFees, eq(congestionFees.id, payments.congestion_fee_id))
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(
      and(
        // Tells the planner how few payments are of a fee.
        isNotNull(payments.congestion_fee_id),
        isNotNull(congestionFees.withdrawn_at),
        isStandingPaid,
        isUnsettled('withdrawn_fee_paid', subject, since),
      ),
    )
    .orderBy(asc(since), asc(payments.id))
    .limit(MATTERS_SHOWN);
  return rows.map((row) => ({ ...row, subject: `payment:${row.payment.id}` }));
}

type Day = Pick<Clock, 'today' | 'time_zone'>;

/** Due payments below the processor's minimum are never collected. */
export async function smallPayments(db: Db, clock: Day): Promise<FoundMatter[]> {
  const isDue = or(
    inArray(payments.status, [...STUCK]),
    and(eq(payments.status, 'scheduled'), lte(payments.pay_on, clock.today())),
  );
  const rows = await db
    .select({
      pay_on: payments.pay_on,
      amount_cents: payments.amount_cents,
      payment: ofPayment,
      parent: ofParent,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(and(eq(orders.status, 'active'), lt(payments.amount_cents, SMALLEST_CHARGE), isDue))
    .orderBy(asc(payments.pay_on), asc(payments.id))
    .limit(MATTERS_SHOWN);
  return rows.map(({ pay_on, ...row }) => ({
    ...row,
    subject: `payment:${row.payment.id}`,
    since: startOfDayIn(clock.time_zone, pay_on),
  }));
}
