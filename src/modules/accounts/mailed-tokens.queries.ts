import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { mailedTokens } from '#db/tables/accounts/accounts.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type MailedToken = typeof mailedTokens.$inferSelect;
export type Purpose = 'verify-email' | PasswordPurpose;

/** Links to the choice of a password. */
export const PASSWORD_PURPOSES = ['reset-password', 'staff-invite', 'family-invite'] as const;
type PasswordPurpose = (typeof PASSWORD_PURPOSES)[number];

export async function insertMailedToken(db: Db, token: Omit<MailedToken, 'used_at'>): Promise<void> {
  await db.insert(mailedTokens).values(token);
}

export async function findMailedToken(
  db: Db,
  purpose: Purpose,
  hash: Buffer,
  now: Date,
): Promise<MailedToken | undefined> {
  const isIt = and(
    eq(mailedTokens.hash, hash),
    eq(mailedTokens.purpose, purpose),
    gt(mailedTokens.expires_at, now),
  );
  const [token] = await db.select().from(mailedTokens).where(isIt);
  return token;
}

export async function findPasswordLink(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<(MailedToken & { purpose: PasswordPurpose }) | undefined> {
  for (const purpose of PASSWORD_PURPOSES) {
    const link = await findMailedToken(db, purpose, hash, now);
    if (link) return { ...link, purpose };
  }
  return undefined;
}

const isUnused = (user_id: number, purposes: readonly Purpose[]) =>
  and(
    eq(mailedTokens.user_id, user_id),
    inArray(mailedTokens.purpose, purposes),
    isNull(mailedTokens.used_at),
  );

/** Locks the newest unused token of a user, so a token is used only once. */
export async function lockLatestUnused(
  tx: Tx,
  user_id: number,
  purpose: Purpose,
): Promise<MailedToken | undefined> {
  const [token] = await tx
    .select()
    .from(mailedTokens)
    .where(isUnused(user_id, [purpose]))
    .orderBy(desc(mailedTokens.created_at))
    .limit(1)
    .for('update');
  return token;
}

/**
 * Deletes every link mailed to a user, used or not, because the old address no longer belongs to the user.
 */
export async function deleteTokensOf(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(mailedTokens).where(eq(mailedTokens.user_id, user_id));
}

export async function useUpTokens(
  tx: Tx,
  user_id: number,
  purposes: readonly Purpose[],
  at: Date,
): Promise<void> {
  await tx.update(mailedTokens).set({ used_at: at }).where(isUnused(user_id, purposes));
}
