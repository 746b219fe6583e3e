import { and, eq, isNull, lt } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { authenticators, usedChallenges } from '#db/tables/accounts/second-factors.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type PasskeyRow = typeof authenticators.$inferSelect & {
  kind: 'passkey';
  credential_id: string;
  public_key: Buffer;
  use_count: number;
};

const isPasskey = (row: typeof authenticators.$inferSelect): row is PasskeyRow => row.kind === 'passkey';

export async function listPasskeys(db: Db, user_id: number): Promise<PasskeyRow[]> {
  const rows = await db
    .select()
    .from(authenticators)
    .where(and(eq(authenticators.user_id, user_id), eq(authenticators.kind, 'passkey')))
    .orderBy(authenticators.id);
  return rows.filter(isPasskey);
}

/** Finds a passkey by the device's id for the credential; undefined for a disabled account. */
export async function findPasskey(db: Db, credential_id: string): Promise<PasskeyRow | undefined> {
  const [found] = await db
    .select({ row: authenticators })
    .from(authenticators)
    .innerJoin(users, eq(users.id, authenticators.user_id))
    .where(and(eq(authenticators.credential_id, credential_id), isNull(users.disabled_at)));
  return found && isPasskey(found.row) ? found.row : undefined;
}

type NewPasskey = Pick<
  PasskeyRow,
  'user_id' | 'label' | 'credential_id' | 'public_key' | 'use_count' | 'transports' | 'created_at'
>;

/** @returns false if the credential id exists already */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const made = await tx
    .insert(authenticators)
    .values({ ...passkey, kind: 'passkey', confirmed_at: passkey.created_at })
    .onConflictDoNothing({ target: authenticators.credential_id })
    .returning({ id: authenticators.id });
  return made.length > 0;
}

/** @returns false if the passkey was removed meanwhile */
export async function countPasskeyUse(tx: Tx, id: number, use_count: number, at: Date): Promise<boolean> {
  const changed = await tx
    .update(authenticators)
    .set({ use_count, last_used_at: at })
    .where(eq(authenticators.id, id))
    .returning({ id: authenticators.id });
  return changed.length > 0;
}

/** Stores an answered challenge. @returns false if answered before */
export async function useChallenge(tx: Tx, hash: Buffer, expires_at: Date): Promise<boolean> {
  const used = await tx
    .insert(usedChallenges)
    .values({ hash, expires_at })
    .onConflictDoNothing()
    .returning({ hash: usedChallenges.hash });
  return used.length > 0;
}

export async function deleteChallengesBefore(db: Db, now: Date): Promise<void> {
  await db.delete(usedChallenges).where(lt(usedChallenges.expires_at, now));
}
