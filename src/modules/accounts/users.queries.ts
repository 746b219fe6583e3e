import { and, eq, isNull, sql } from 'drizzle-orm';
import { options, userRoles, users } from '#db/tables/accounts.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type UserRow = typeof users.$inferSelect;
export type RoleRow = { roleTypeId: number; key: string };
type NewUser = Pick<UserRow, 'firstName' | 'lastName' | 'email' | 'passwordHash' | 'acknowledgedAt' | 'createdAt'>;

/** @returns undefined when the e-mail already has an account */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow | undefined> {
  const [row] = await tx.insert(users).values(user).onConflictDoNothing().returning();
  return row;
}

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}

/** @param email  lower-cased */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(sql`lower(${users.email}) = ${email}`);
  return row;
}

/** The roles that someone was given, and that of a parent, which everyone has. */
export async function listRoles(db: Db, userId: number): Promise<RoleRow[]> {
  return db
    .select({ roleTypeId: options.id, key: options.key })
    .from(options)
    .leftJoin(userRoles, and(eq(userRoles.roleTypeId, options.id), eq(userRoles.userId, userId)))
    .where(and(eq(options.category, 'userRole'), sql`(${userRoles.userId} is not null or ${options.key} = 'userRoleParent')`))
    .orderBy(options.id);
}

export async function setPassword(db: Db, userId: number, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

export async function setEmailVerified(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx.update(users).set({ emailVerifiedAt: at }).where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)));
}
