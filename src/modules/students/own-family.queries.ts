import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { students } from '#db/tables/students.ts';
import type { Db } from '#platform/db/database.ts';

/** Whether a student of an account, also one that was removed, names a person's verified address. */
export async function isGuardianOf(db: Db, user_id: number, owner_id: number): Promise<boolean> {
  const names = sql`lower(${users.email}) in
    (lower(${students.guardian_1_email}), lower(${students.guardian_2_email}))`;
  const [row] = await db
    .select({ id: students.id })
    .from(students)
    .innerJoin(users, and(eq(users.id, user_id), isNotNull(users.email_verified_at), names))
    .where(eq(students.user_id, owner_id))
    .limit(1);
  return row !== undefined;
}
