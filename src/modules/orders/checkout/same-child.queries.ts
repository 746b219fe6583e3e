import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts.ts';
import { LIVE_ORDERS, orders } from '#db/tables/orders.ts';
import { childName, students } from '#db/tables/students.ts';
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

export type Namesake = Awaited<ReturnType<typeof listNamesakes>>[number];
