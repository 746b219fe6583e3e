import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { mailedTokens, options, sessions, userRoles, users } from '#db/tables/accounts/accounts.ts';
import { programGroups } from '#db/tables/catalog/catalog.ts';
import { authenticators } from '#db/tables/accounts/second-factors.ts';
import { userRoleSchools } from '#db/tables/accounts/staff-schools.ts';
import { STAFF_ROLES, type StaffRole } from '#modules/accounts/rights.ts';
import type { Db, Tx } from '#platform/db/database.ts';

const INVITATION = 'staff-invite';

type School = { id: number; text: string };

const schools = sql<School[]>`(select coalesce(
    jsonb_agg(jsonb_build_object('id', g.id, 'text', g.text) order by g.position, g.id), '[]')
  from ${userRoleSchools} s join ${programGroups} g on g.id = s.program_group_id
  where s.user_id = ${users.id})`;

const lastLogin = sql<Date | null>`(select max(${sessions.created_at}) from ${sessions}
  where ${sessions.user_id} = ${users.id} and ${sessions.impersonator_id} is null)`;

const invitedUntil = sql<Date | null>`(select max(${mailedTokens.expires_at}) from ${mailedTokens}
  where ${mailedTokens.user_id} = ${users.id} and ${mailedTokens.purpose} = ${INVITATION}
    and ${mailedTokens.used_at} is null)`;

const hasFactor = sql<boolean>`exists (select from ${authenticators}
  where ${authenticators.user_id} = ${users.id} and ${authenticators.confirmed_at} is not null)`;

const ofStaff = (db: Db) =>
  db
    .select({
      id: users.id,
      first_name: users.first_name,
      last_name: users.last_name,
      email: users.email,
      version: users.version,
      role: sql<StaffRole>`${options.key}`,
      schools,
      is_disabled: sql<boolean>`${users.disabled_at} is not null`,
      is_pending: sql<boolean>`${userRoles.pending_since} is not null`,
      has_second_factor: hasFactor,
      last_login_at: lastLogin.mapWith(sessions.created_at),
      invited_until: invitedUntil.mapWith(mailedTokens.expires_at),
    })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.user_id, users.id))
    .innerJoin(options, eq(options.id, userRoles.role_type_id));

export type StaffRow = Awaited<ReturnType<typeof listStaffRows>>[number];

/** Everyone with a staff role, by name. */
export async function listStaffRows(db: Db) {
  return ofStaff(db)
    .where(inArray(options.key, STAFF_ROLES))
    .orderBy(sql`plain_letters(${users.last_name}), plain_letters(${users.first_name})`, users.id);
}

export async function findStaffRow(db: Db, id: number): Promise<StaffRow | undefined> {
  const [row] = await ofStaff(db).where(and(eq(users.id, id), inArray(options.key, STAFF_ROLES)));
  return row;
}

/** Serializes changes of staff, so two super admins cannot end each other's accounts at once. */
export async function lockStaff(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('staff', 0))`);
}

/** The super admins who can log in, but for one account. */
export async function listOtherSuperAdmins(db: Db, except: number): Promise<{ id: number }[]> {
  return db
    .select({ id: users.id })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.user_id, users.id))
    .innerJoin(options, eq(options.id, userRoles.role_type_id))
    .where(
      and(
        eq(options.key, 'userRoleSuperAdmin'),
        isNull(userRoles.pending_since),
        isNull(users.disabled_at),
        ne(users.id, except),
      ),
    )
    .orderBy(users.id);
}

export async function listSchoolIds(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: programGroups.id })
    .from(programGroups)
    .where(inArray(programGroups.id, [...ids]));
  return rows.map(({ id }) => id);
}

export async function replaceSchools(tx: Tx, user_id: number, school_ids: readonly number[]): Promise<void> {
  await tx.delete(userRoleSchools).where(eq(userRoleSchools.user_id, user_id));
  if (school_ids.length === 0) return;
  await tx
    .insert(userRoleSchools)
    .values(school_ids.map((program_group_id) => ({ user_id, program_group_id })));
}
