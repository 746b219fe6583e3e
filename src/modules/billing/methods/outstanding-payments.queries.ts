import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { heldCustomers } from '#modules/billing/payments/left-alone.queries.ts';
import type { Db } from '#platform/db/database.ts';
import type { OutstandingPayment } from './paying-method.ts';

export type UsersPayment = OutstandingPayment & { user_id: number };

// The method of the first charge: the last attempt, because a good card may have followed a declined card.
const checkoutMethod = sql<number | null>`(
  select ${chargeAttempts.payment_method_id} from ${chargeAttempts}
  join ${payments} as first_payment on first_payment.id = ${chargeAttempts.payment_id}
  where first_payment.order_id = ${orders.id} and first_payment.payment_number = 1
  order by ${chargeAttempts.id} desc limit 1
)`.mapWith(Number);

const dueColumns = {
  id: payments.id,
  order_id: orders.id,
  user_id: orders.user_id,
  pay_on: payments.pay_on,
  next_try_on: payments.next_try_on,
  program_group_id: orders.program_group_id,
  checkout_method_id: checkoutMethod,
  left_method_id: orders.left_method_id,
  is_on_paper: orders.is_on_paper,
  signed_at: orders.created_at,
};

const isUnpaid = and(isNull(payments.paid_at), sql`${payments.status} <> 'cancelled'`);

/** Includes orders with a first charge on the way or waiting (M2, A6), without an awaited check (OF3.7). */
export async function outstandingPaymentsOf(db: Db, user_id: number): Promise<UsersPayment[]> {
  return db
    .select(dueColumns)
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(
      and(
        isUnpaid,
        eq(orders.user_id, user_id),
        inArray(orders.status, [...LIVE_ORDERS]),
        sql`not (${orders.status} = 'awaiting_check' and ${payments.payment_number} = 1)`,
      ),
    );
}

/**
 * The payment may be charged on any day: the first payment of an order that waits for aid, or an overdue
 * payment held back after a restored backup (MC7, S21).
 */
export const isHeldUp = (today: PlainDate) =>
  sql<boolean>`(${orders.status} = 'awaiting_aid' and ${payments.payment_number} = 1
    or ${orders.status} = 'active' and ${payments.status} = 'scheduled' and ${payments.pay_on} < ${today}
      and exists (select from ${paymentMethods} held where held.user_id = ${orders.user_id}
        and held.gateway_customer = any(${heldCustomers})))`;

type Until = { today: PlainDate; until: PlainDate };

export async function outstandingPaymentsUntil(
  db: Db,
  { today, until }: Until,
): Promise<(UsersPayment & { is_held_up: boolean })[]> {
  const isLive = inArray(orders.status, ['active', 'awaiting_aid']);
  return db
    .select({ ...dueColumns, is_held_up: isHeldUp(today) })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(and(isUnpaid, isLive, lte(payments.pay_on, until)));
}
