import { eq, inArray, sql } from 'drizzle-orm';
import { userRoles, users } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { disputes } from '#db/tables/billing/disputes.ts';
import { refunds } from '#db/tables/billing/refunds.ts';
import { contractAmendments } from '#db/tables/orders/contract-amendments.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { students } from '#db/tables/students.ts';
import type { Db } from '#platform/db/database.ts';

/** An account that was erased has no name. */
export const listPeople = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: users.id,
      first_name: users.first_name,
      last_name: users.last_name,
      is_staff: sql<boolean>`${userRoles.user_id} is not null`,
    })
    .from(users)
    .leftJoin(userRoles, eq(userRoles.user_id, users.id))
    .where(inArray(users.id, [...ids]));

export const listPaymentPlaces = (db: Db, ids: readonly number[]) =>
  db
    .select({ id: payments.id, order_id: payments.order_id, payment_number: payments.payment_number })
    .from(payments)
    .where(inArray(payments.id, [...ids]));

export const listStudentIds = (db: Db, ids: readonly number[]) =>
  db
    .select({ id: students.id })
    .from(students)
    .where(inArray(students.id, [...ids]));

/** What belongs to an order and is no payment, with the reading of the orders. */
const OF_ORDERS = {
  amendment: (db: Db, ids: number[]) =>
    db
      .select({ id: contractAmendments.id, order_id: contractAmendments.order_id })
      .from(contractAmendments)
      .where(inArray(contractAmendments.id, ids)),
  charge_attempt: (db: Db, ids: number[]) =>
    db
      .select({ id: chargeAttempts.id, order_id: payments.order_id })
      .from(chargeAttempts)
      .innerJoin(payments, eq(payments.id, chargeAttempts.payment_id))
      .where(inArray(chargeAttempts.id, ids)),
  dispute: (db: Db, ids: number[]) =>
    db
      .select({ id: disputes.id, order_id: disputes.order_id })
      .from(disputes)
      .where(inArray(disputes.id, ids)),
  refund: (db: Db, ids: number[]) =>
    db
      .select({ id: refunds.id, order_id: payments.order_id })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.payment_id))
      .where(inArray(refunds.id, ids)),
  /** named by one of the two orders of the child */
  same_child: (db: Db, ids: number[]) =>
    db.select({ id: orders.id, order_id: orders.id }).from(orders).where(inArray(orders.id, ids)),
};

/** The orders of amendments, charges, disputes and refunds, by subject. */
export async function listOrdersOfSubjects(db: Db, idsOf: (kind: string) => readonly number[]) {
  const found: { subject: string; order_id: number }[] = [];
  for (const [kind, read] of Object.entries(OF_ORDERS)) {
    const ids = idsOf(kind);
    if (ids.length === 0) continue;
    const rows = await read(db, [...ids]);
    found.push(...rows.map(({ id, order_id }) => ({ subject: `${kind}:${id}`, order_id })));
  }
  return found;
}
