import { and, eq, isNull, sql } from 'drizzle-orm';
import { options, userRoles, users } from '#db/tables/accounts.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type UserRow = typeof users.$inferSelect;
export type RoleRow = { roleTypeId: number; key: string };
type NewUser = Pick<
  UserRow,
  'firstName' | 'lastName' | 'email' | 'passwordHash' | 'acknowledgedAt' | 'createdAt'
>;

/** @returns undefined when the e-mail already has an account */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow | undefined> {
  const [row] = await tx.insert(users).values(user).onConflictDoNothing().returning();
  return row;
}

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}

/** Held, so that what is read of someone stays true until the transaction ends. */
export async function lockUser(tx: Tx, id: number): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return row;
}

/** @param email  lower-cased */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(sql`lower(${users.email}) = ${email}`);
  return row;
}

/** The roles that someone was given, and that of a parent, which everyone has. */
export async function listRoles(db: Db, userId: number): Promise<RoleRow[]> {
  return db
    .select({ roleTypeId: options.id, key: options.key })
    .from(options)
    .leftJoin(userRoles, and(eq(userRoles.roleTypeId, options.id), eq(userRoles.userId, userId)))
    .where(
      and(
        eq(options.category, 'userRole'),
        sql`(${userRoles.userId} is not null or ${options.key} = 'userRoleParent')`,
      ),
    )
    .orderBy(options.id);
}

export async function setPassword(db: Db, userId: number, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

export async function setNameAndPhones(
  tx: Tx,
  userId: number,
  changes: Partial<Pick<UserRow, 'firstName' | 'lastName' | 'phoneHome' | 'phoneMobile'>>,
): Promise<void> {
  await tx.update(users).set(changes).where(eq(users.id, userId));
}

const UNIQUE_VIOLATION = '23505';

/**
 * Gives someone another address, which nobody has verified yet.
 * @returns false when the address has an account already
 */
export async function setEmail(tx: Tx, userId: number, email: string): Promise<boolean> {
  try {
    // A savepoint of its own: the caller's transaction survives the clash.
    await tx.transaction((inner) =>
      inner.update(users).set({ email, emailVerifiedAt: null }).where(eq(users.id, userId)),
    );
    return true;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
    if (cause?.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

export async function setEmailVerified(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx
    .update(users)
    .set({ emailVerifiedAt: at })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)));
}
