import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { payments } from '#db/tables/billing/billing.ts';
import { contractDiscounts, contracts, LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import { students } from '#db/tables/students.ts';
import { listed } from '#db/tables/columns.ts';
import { UNPAID } from '#modules/billing/payment.states.ts';
import type { Db } from '#platform/db/database.ts';

/** What the end of the order cancels; a charge under way is awaited (M11). */
export const listUnpaid = (db: Db, order_id: number) =>
  db
    .select({
      payment_number: payments.payment_number,
      pay_on: payments.pay_on,
      amount_cents: payments.amount_cents,
    })
    .from(payments)
    .where(and(eq(payments.order_id, order_id), inArray(payments.status, [...UNPAID])))
    .orderBy(asc(payments.pay_on), asc(payments.payment_number));

/** Live contracts signed with a discount for the number of this one (B2). */
export const listNamedBy = (db: Db, { order_id, number }: { order_id: number; number: string }) =>
  db
    .select({
      contract_number: contracts.contract_number,
      first_name: students.first_name,
      last_name: students.last_name,
    })
    .from(contractDiscounts)
    .innerJoin(contracts, eq(contracts.id, contractDiscounts.contract_id))
    .innerJoin(orders, eq(orders.id, contracts.order_id))
    .innerJoin(students, eq(students.id, orders.student_id))
    .where(
      and(
        eq(contractDiscounts.contract_number, number),
        ne(orders.id, order_id),
        sql`${orders.status} in ${listed(LIVE_ORDERS)}`,
      ),
    )
    .orderBy(asc(orders.id));

export async function findChildName(db: Db, student_id: number) {
  const [row] = await db
    .select({ first_name: students.first_name, last_name: students.last_name })
    .from(students)
    .where(eq(students.id, student_id));
  return row;
}

export async function findOrderStatus(db: Db, order_id: number) {
  const [row] = await db.select({ status: orders.status }).from(orders).where(eq(orders.id, order_id));
  return row!.status;
}
