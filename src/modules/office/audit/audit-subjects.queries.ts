import { eq, inArray, sql } from 'drizzle-orm';
import { userRoles, users } from '#db/tables/accounts/accounts.ts';
import { payments } from '#db/tables/billing/billing.ts';
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

export const listParentsOfStudents = (db: Db, ids: readonly number[]) =>
  db
    .select({ id: students.id, user_id: students.user_id })
    .from(students)
    .where(inArray(students.id, [...ids]));
