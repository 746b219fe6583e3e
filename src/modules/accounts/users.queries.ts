import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { options, userRoles, users, usersErasure } from '#db/tables/accounts/accounts.ts';
import { erasedValues } from '#db/tables/erasure.ts';
import { auditLog } from '#db/tables/platform.ts';
import { invariant } from '#kit/invariant.ts';
import { auditedValue } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { isWrittenOnce } from '#platform/db/unique-violation.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import { sealedRows } from '#platform/db/sealed-rows.ts';

/** Phone marks serve only to find a user. */
const { phone_marks: _marks, ...asUser } = getTableColumns(users);

export type UserRow = Omit<typeof users.$inferSelect, 'phone_marks'>;
export type RoleRow = { role_type_id: number; key: string };
type NewUser = Pick<
  UserRow,
  'first_name' | 'last_name' | 'email' | 'password_hash' | 'acknowledged_at' | 'created_at'
>;

/** @returns undefined if the e-mail has an account already */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow | undefined> {
  const [row] = await tx.insert(users).values(user).onConflictDoNothing().returning(asUser);
  return row;
}

const userById = prepared((db, { id }: Slots<{ id: number }>) =>
  db.select(asUser).from(users).where(eq(users.id, id)),
);

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  const [row] = await userById(db, { id });
  return row;
}

/** Locks a user, so facts read stay true until the transaction ends. */
export async function lockUser(tx: Tx, id: number): Promise<UserRow | undefined> {
  const [row] = await tx.select(asUser).from(users).where(eq(users.id, id)).for('update');
  return row;
}

const lockName = prepared((db, { name }: Slots<{ name: string }>) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`),
);

/**
 * Serializes transactions that count a family's records, until the transaction ends. Signing an order does
 * not wait for this lock.
 */
export async function lockFamily(tx: Tx, id: number): Promise<void> {
  await lockName(tx, { name: `family of user ${id}` });
}

/** @param email  lower-cased */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select(asUser)
    .from(users)
    .where(sql`lower(${users.email}) = ${email}`);
  return row;
}

/** Lists a user's active roles, and the parent role of every user. */
export async function listRoles(db: Db, user_id: number): Promise<RoleRow[]> {
  return db
    .select({ role_type_id: options.id, key: options.key })
    .from(options)
    .leftJoin(
      userRoles,
      and(
        eq(userRoles.role_type_id, options.id),
        eq(userRoles.user_id, user_id),
        isNull(userRoles.pending_since),
      ),
    )
    .where(
      and(
        eq(options.category, 'userRole'),
        sql`(${userRoles.user_id} is not null or ${options.key} = 'userRoleParent')`,
      ),
    )
    .orderBy(options.id);
}

export async function setPassword(db: Db, user_id: number, password_hash: string): Promise<void> {
  await db.update(users).set({ password_hash }).where(eq(users.id, user_id));
}

/** The family has read what the account is for (accounts.md §5). */
export async function acknowledge(tx: Tx, user_id: number, now: Date): Promise<void> {
  await tx.update(users).set({ acknowledged_at: now }).where(eq(users.id, user_id));
}

/** Stored encrypted (H14). */
export const USER_PHONES = ['phone_home', 'phone_mobile'] as const;

export const userPhoneRows = sealedRows(users, USER_PHONES);

export type PhoneColumns = Pick<typeof users.$inferSelect, (typeof USER_PHONES)[number] | 'phone_marks'>;

const nextVersion = sql`${users.version} + 1`;

export async function setNameAndPhones(
  tx: Tx,
  user_id: number,
  changes: Partial<Pick<UserRow, 'first_name' | 'last_name'> & PhoneColumns>,
): Promise<void> {
  await tx
    .update(users)
    .set({ ...changes, version: nextVersion })
    .where(eq(users.id, user_id));
}

/**
 * Sets a user's new, unverified e-mail address.
 * @returns false if the address has an account already
 */
export async function setEmail(tx: Tx, user_id: number, email: string): Promise<boolean> {
  return isWrittenOnce(tx, (inner) =>
    inner
      .update(users)
      .set({ email, email_verified_at: null, version: nextVersion })
      .where(eq(users.id, user_id)),
  );
}

export async function setEmailVerified(tx: Tx, user_id: number, at: Date): Promise<void> {
  await tx
    .update(users)
    .set({ email_verified_at: at })
    .where(and(eq(users.id, user_id), isNull(users.email_verified_at)));
}

export async function listOptionRows(
  db: Db,
  categories: readonly string[],
): Promise<(typeof options.$inferSelect)[]> {
  return db
    .select()
    .from(options)
    .where(inArray(options.category, [...categories]))
    .orderBy(options.id);
}

export async function setDisabled(tx: Tx, user_id: number, disabled_at: Date | null): Promise<void> {
  await tx.update(users).set({ disabled_at }).where(eq(users.id, user_id));
}

/** Pending roles included. */
export async function listGivenRoles(
  db: Db,
  user_id: number,
): Promise<{ key: string; pending_since: Date | null }[]> {
  return db
    .select({ key: options.key, pending_since: userRoles.pending_since })
    .from(userRoles)
    .innerJoin(options, eq(options.id, userRoles.role_type_id))
    .where(eq(userRoles.user_id, user_id));
}

export async function isRolePending(db: Db, user_id: number): Promise<boolean> {
  return (await listGivenRoles(db, user_id)).some(({ pending_since }) => pending_since !== null);
}

/** Activates a user's pending roles. @returns false without pending roles */
export async function confirmRoles(tx: Tx, user_id: number): Promise<boolean> {
  const confirmed = await tx
    .update(userRoles)
    .set({ pending_since: null })
    .where(and(eq(userRoles.user_id, user_id), isNotNull(userRoles.pending_since)))
    .returning({ role_type_id: userRoles.role_type_id });
  return confirmed.length > 0;
}

/** Gives the one role of a member of staff. @param key  null removes the role */
export async function setRole(
  tx: Tx,
  user_id: number,
  { key, pending_since }: { key: string | null; pending_since: Date | null },
): Promise<void> {
  await tx.delete(userRoles).where(eq(userRoles.user_id, user_id));
  await tx.update(users).set({ version: nextVersion }).where(eq(users.id, user_id));
  const [role] = await tx
    .select({ role_type_id: options.id })
    .from(options)
    .where(and(eq(options.category, 'userRole'), eq(options.key, key ?? '')));
  invariant(role || key === null, `the options have ${key}`);
  if (role) await tx.insert(userRoles).values({ user_id, pending_since, ...role });
}

/** Erases a user. The row keeps the id, named by orders and the audit log. */
export async function eraseUserRow(tx: Tx, user_id: number, at: Date): Promise<void> {
  await tx
    .update(users)
    .set({ ...erasedValues(usersErasure, 'account'), disabled_at: at })
    .where(eq(users.id, user_id));
}

/** Who of the staff has written a version of an object, by the audit log. */
export async function findWriter(db: Db, subject: string, version: number) {
  const [row] = await db
    .select({ at: auditLog.at, first_name: users.first_name, last_name: users.last_name })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actor_id))
    .where(and(eq(auditLog.subject, subject), sql`${auditedValue('version')} = ${String(version)}`))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row;
}
