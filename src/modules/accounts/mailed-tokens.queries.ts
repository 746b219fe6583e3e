import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { mailedTokens } from '#db/tables/accounts.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type MailedToken = typeof mailedTokens.$inferSelect;
export type Purpose = 'verify-email' | 'reset-password';

export async function insertMailedToken(db: Db, token: Omit<MailedToken, 'usedAt'>): Promise<void> {
  await db.insert(mailedTokens).values(token);
}

/** A token that has not run out, used or not. */
export async function findMailedToken(
  db: Db,
  purpose: Purpose,
  hash: Buffer,
  now: Date,
): Promise<MailedToken | undefined> {
  const isIt = and(
    eq(mailedTokens.hash, hash),
    eq(mailedTokens.purpose, purpose),
    gt(mailedTokens.expiresAt, now),
  );
  const [token] = await db.select().from(mailedTokens).where(isIt);
  return token;
}

const isUnused = (userId: number, purpose: Purpose) =>
  and(eq(mailedTokens.userId, userId), eq(mailedTokens.purpose, purpose), isNull(mailedTokens.usedAt));

/** The newest unused token of someone, held so that it is used once. */
export async function lockLatestUnused(
  tx: Tx,
  userId: number,
  purpose: Purpose,
): Promise<MailedToken | undefined> {
  const [token] = await tx
    .select()
    .from(mailedTokens)
    .where(isUnused(userId, purpose))
    .orderBy(desc(mailedTokens.createdAt))
    .limit(1)
    .for('update');
  return token;
}

/**
 * Forgets every link that was mailed to someone, followed or not: they went to an address that is theirs no
 * more.
 */
export async function deleteTokensOf(tx: Tx, userId: number): Promise<void> {
  await tx.delete(mailedTokens).where(eq(mailedTokens.userId, userId));
}

/** Makes every open token of someone useless. */
export async function useUpTokens(tx: Tx, userId: number, purpose: Purpose, at: Date): Promise<void> {
  await tx.update(mailedTokens).set({ usedAt: at }).where(isUnused(userId, purpose));
}
