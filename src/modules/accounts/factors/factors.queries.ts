import { and, eq, gt, gte, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { authenticators, recoveryCodes } from '#db/tables/accounts/second-factors.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { drawId, sealedRows } from '#platform/db/sealed-rows.ts';

export type AuthenticatorRow = typeof authenticators.$inferSelect;
export type RecoveryCodeRow = typeof recoveryCodes.$inferSelect;

const isOf = (user_id: number) => eq(authenticators.user_id, user_id);
const isOne = ({ user_id, id }: { user_id: number; id: number }) =>
  and(isOf(user_id), eq(authenticators.id, id));

/** Draws an id before the insert, because the encrypted secret is bound to the id. */
export const drawAuthenticatorId = (tx: Tx): Promise<number> => drawId(tx, 'authenticators');

export async function insertAuthenticator(
  tx: Tx,
  authenticator: typeof authenticators.$inferInsert & { id: number },
): Promise<void> {
  await tx.insert(authenticators).overridingSystemValue().values(authenticator);
}

export async function listAuthenticators(db: Db, user_id: number): Promise<AuthenticatorRow[]> {
  return db
    .select()
    .from(authenticators)
    .where(and(isOf(user_id), isNotNull(authenticators.confirmed_at)))
    .orderBy(authenticators.id);
}

export async function findUnconfirmed(
  db: Db,
  which: { user_id: number; id: number },
  begunAfter: Date,
): Promise<AuthenticatorRow | undefined> {
  const [row] = await db
    .select()
    .from(authenticators)
    .where(and(isOne(which), isNull(authenticators.confirmed_at), gt(authenticators.created_at, begunAfter)));
  return row;
}

type Confirmed = { label: string; last_step: number; confirmed_at: Date };

/** @returns false if confirmed or deleted meanwhile */
export async function confirmAuthenticator(
  tx: Tx,
  which: { user_id: number; id: number },
  { label, last_step, confirmed_at }: Confirmed,
): Promise<boolean> {
  const changed = await tx
    .update(authenticators)
    .set({ label, last_step, confirmed_at, last_used_at: confirmed_at })
    .where(and(isOne(which), isNull(authenticators.confirmed_at)))
    .returning({ id: authenticators.id });
  return changed.length > 0;
}

/**
 * Takes the code of a step once: of two logins with the same code, the second gets false.
 * @returns false if a code of this step or a later step was taken already
 */
export async function useStep(tx: Tx, id: number, step: number, at: Date): Promise<boolean> {
  const isNew = or(isNull(authenticators.last_step), lt(authenticators.last_step, step));
  const changed = await tx
    .update(authenticators)
    .set({ last_step: step, last_used_at: at })
    .where(and(eq(authenticators.id, id), isNew))
    .returning({ id: authenticators.id });
  return changed.length > 0;
}

/** @returns the deleted row; undefined if the account has no such authenticator */
export async function deleteAuthenticator(
  tx: Tx,
  which: { user_id: number; id: number },
): Promise<AuthenticatorRow | undefined> {
  const [row] = await tx.delete(authenticators).where(isOne(which)).returning();
  return row;
}

export async function deleteUnconfirmedOf(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(authenticators).where(and(isOf(user_id), isNull(authenticators.confirmed_at)));
}

export async function deleteUnconfirmedBefore(db: Db, begunBefore: Date): Promise<void> {
  await db
    .delete(authenticators)
    .where(and(isNull(authenticators.confirmed_at), lt(authenticators.created_at, begunBefore)));
}

export async function replaceRecoveryCodes(
  tx: Tx,
  user_id: number,
  codes: readonly Pick<RecoveryCodeRow, 'salt' | 'hash' | 'created_at'>[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, user_id));
  if (codes.length > 0) await tx.insert(recoveryCodes).values(codes.map((code) => ({ user_id, ...code })));
}

export async function listUnusedRecoveryCodes(db: Db, user_id: number): Promise<RecoveryCodeRow[]> {
  return db
    .select()
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.user_id, user_id), isNull(recoveryCodes.used_at)));
}

/** @returns false if used or replaced meanwhile */
export async function useRecoveryCode(tx: Tx, id: number, at: Date): Promise<boolean> {
  const changed = await tx
    .update(recoveryCodes)
    .set({ used_at: at })
    .where(and(eq(recoveryCodes.id, id), isNull(recoveryCodes.used_at)))
    .returning({ id: recoveryCodes.id });
  return changed.length > 0;
}

export async function deleteFactorsOf(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(authenticators).where(isOf(user_id));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, user_id));
}

/** Recovery codes belong to the first app, so none stays without a factor. */
export async function deleteFactorsSince(tx: Tx, user_id: number, since: Date): Promise<void> {
  const isNew = or(isNull(authenticators.confirmed_at), gte(authenticators.confirmed_at, since));
  await tx.delete(authenticators).where(and(isOf(user_id), isNew));
  const hasNone = (await listAuthenticators(tx, user_id)).length === 0;
  const isNewCode = hasNone ? undefined : gte(recoveryCodes.created_at, since);
  await tx.delete(recoveryCodes).where(and(eq(recoveryCodes.user_id, user_id), isNewCode));
}

export const secretRows = sealedRows(authenticators, ['secret']);
