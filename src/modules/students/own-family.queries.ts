import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { students } from '#db/tables/students.ts';
import type { Db } from '#platform/db/database.ts';

/** Removed students count too. */
export async function guardedAccounts(
  db: Db,
  user_id: number,
  owner_ids: readonly number[],
): Promise<number[]> {
  if (owner_ids.length === 0) return [];
  const names = sql`lower(${users.email}) in
    (lower(${students.guardian_1_email}), lower(${students.guardian_2_email}))`;
  const rows = await db
    .selectDistinct({ user_id: students.user_id })
    .from(students)
    .innerJoin(users, and(eq(users.id, user_id), isNotNull(users.email_verified_at), names))
    .where(inArray(students.user_id, [...owner_ids]));
  return rows.map((row) => row.user_id);
}
