import { eq, inArray, sql } from 'drizzle-orm';
import { options, sessions, userRoles, users } from '#db/tables/accounts.ts';
import { STAFF_KEYS } from '#modules/accounts/roles.ts';
import type { Db } from '#platform/db/database.ts';

/** Everyone with a staff role, by name. */
export async function listStaffRows(db: Db) {
  return db
    .select({
      id: users.id,
      first_name: users.firstName,
      last_name: users.lastName,
      email: users.email,
      roles: sql<string[]>`array_agg(${options.key} order by ${options.id})`,
      last_login_at:
        sql<Date | null>`(select max(${sessions.createdAt}) from ${sessions} where ${sessions.userId} = ${users.id} and ${sessions.impersonatorId} is null)`.mapWith(
          sessions.createdAt,
        ),
    })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(options, eq(options.id, userRoles.roleTypeId))
    .where(inArray(options.key, [...STAFF_KEYS]))
    .groupBy(users.id)
    .orderBy(users.lastName, users.firstName, users.id);
}
