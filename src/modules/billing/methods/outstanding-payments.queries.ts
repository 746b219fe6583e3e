import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { LIVE_ORDERS, orders } from '#db/tables/orders.ts';
import type { PlainDate } from '#kit/plain-date.ts';
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

async function due(db: Db, where: ReturnType<typeof and>): Promise<UsersPayment[]> {
  return db
    .select({
      id: payments.id,
      order_id: orders.id,
      user_id: orders.user_id,
      pay_on: payments.pay_on,
      next_try_on: payments.next_try_on,
      program_group_id: orders.program_group_id,
      checkout_method_id: checkoutMethod,
      left_method_id: orders.left_method_id,
      signed_at: orders.created_at,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(and(isNull(payments.paid_at), sql`${payments.status} <> 'cancelled'`, where));
}

/** Includes orders with a first charge on the way or waiting (M2, A6). */
export async function outstandingPaymentsOf(db: Db, user_id: number): Promise<UsersPayment[]> {
  return due(db, and(eq(orders.user_id, user_id), inArray(orders.status, [...LIVE_ORDERS])));
}

export async function outstandingPaymentsUntil(db: Db, until: PlainDate): Promise<UsersPayment[]> {
  return due(db, and(eq(orders.status, 'active'), lte(payments.pay_on, until)));
}
