import { eq, inArray, sql } from 'drizzle-orm';
import { options, sessions, userRoles, users } from '#db/tables/accounts.ts';
import { STAFF_KEYS } from '#modules/accounts/roles.ts';
import type { Db } from '#platform/db/database.ts';

/** Everyone with a staff role, by name. */
export async function listStaffRows(db: Db) {
  return db
    .select({
      id: users.id,
      first_name: users.first_name,
      last_name: users.last_name,
      email: users.email,
      roles: sql<string[]>`array_agg(${options.key} order by ${options.id})`,
      last_login_at: sql<Date | null>`(select max(${sessions.created_at}) from ${sessions}
          where ${sessions.user_id} = ${users.id} and ${sessions.impersonator_id} is null)`.mapWith(
        sessions.created_at,
      ),
    })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.user_id, users.id))
    .innerJoin(options, eq(options.id, userRoles.role_type_id))
    .where(inArray(options.key, [...STAFF_KEYS]))
    .groupBy(users.id)
    .orderBy(users.last_name, users.first_name, users.id);
}
