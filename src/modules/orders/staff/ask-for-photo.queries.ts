import { and, eq, isNull, sql } from 'drizzle-orm';
import { listed } from '#db/tables/columns.ts';
import { users } from '#db/tables/accounts/accounts.ts';
import { LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import { studentImages, students } from '#db/tables/students.ts';
import type { Db } from '#platform/db/database.ts';

/** A child with its account, and whether a photo is there; undefined for a removed child. */
export async function findPhotoChild(db: Db, id: number, isLocked = false) {
  const found = db
    .select({
      id: students.id,
      user_id: students.user_id,
      first_name: students.first_name,
      has_photo: sql<boolean>`exists (select from ${studentImages}
        where ${studentImages.student_id} = ${students.id})`,
      has_contract: sql<boolean>`exists (select from ${orders} where ${orders.student_id} = ${students.id}
        and ${orders.status} in ${listed(LIVE_ORDERS)})`,
    })
    .from(students)
    .innerJoin(users, eq(users.id, students.user_id))
    .where(and(eq(students.id, id), isNull(students.deleted_at), isNull(users.disabled_at)));
  const [child] = await (isLocked ? found.for('update', { of: students }) : found);
  return child;
}
