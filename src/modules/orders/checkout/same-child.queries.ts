import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import { auditLog } from '#db/tables/platform.ts';
import { childName, students } from '#db/tables/students.ts';
import type { Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';

/** More children of one name on one route are no case of a second record. */
const NAMESAKES_MAX = 20;

const own = alias(students, 'own');

/** The live orders of a route for other students with the name of this one, own account first (MC10). */
export const listNamesakes = prepared((db, place: Slots<{ student_id: number; route_id: number }>) =>
  db
    .select({
      order_id: orders.id,
      user_id: orders.user_id,
      student_id: students.id,
      date_of_birth: students.date_of_birth,
      address: students.address,
      zip: students.zip,
      guardian_1_email: students.guardian_1_email,
      guardian_2_email: students.guardian_2_email,
      email: users.email,
      email_verified_at: users.email_verified_at,
    })
    .from(own)
    .innerJoin(
      students,
      and(eq(childName(students), childName(own)), ne(students.id, own.id), isNull(students.deleted_at)),
    )
    .innerJoin(orders, eq(orders.student_id, students.id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(
      and(
        eq(own.id, place.student_id),
        eq(orders.route_id, place.route_id),
        inArray(orders.status, [...LIVE_ORDERS]),
      ),
    )
    .orderBy(sql`${orders.user_id} <> ${own.user_id}`, orders.id)
    .limit(NAMESAKES_MAX),
);

/** In the order in which routes are locked. */
export async function listLiveOrders(tx: Tx, student_id: number) {
  return tx
    .select({ order_id: orders.id, route_id: orders.route_id })
    .from(orders)
    .where(and(eq(orders.student_id, student_id), inArray(orders.status, [...LIVE_ORDERS])))
    .orderBy(orders.route_id);
}

/** @returns the orders that an issue names beside this one, settled or not */
export async function listToldPairs(tx: Tx, order_id: number): Promise<number[]> {
  const one = String(order_id);
  const ofOrder = sql<string>`${auditLog.detail} ->> 'order_id'`;
  const ofOther = sql<string>`${auditLog.detail} ->> 'other_order_id'`;
  const found = await tx
    .select({ id: sql<string>`case when ${ofOrder} = ${one} then ${ofOther} else ${ofOrder} end` })
    .from(auditLog)
    .where(
      and(eq(sql`lower(${auditLog.action})`, 'orders.child_twice'), or(eq(ofOrder, one), eq(ofOther, one))),
    );
  return found.map(({ id }) => Number(id));
}

export type Namesake = Awaited<ReturnType<typeof listNamesakes>>[number];
