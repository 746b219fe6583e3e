import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { hashOfToken, newToken } from '#platform/tokens/tokens.ts';
import { insertMailedToken, type Purpose } from '#modules/accounts/mailed-tokens.queries.ts';
import {
  after,
  INVITATION_LIFE_MS,
  RESET_LINK_LIFE_MS,
  VERIFY_LINK_LIFE_MS,
} from '#modules/accounts/sessions/session-life.ts';
import { isRolePending, lockUser, type UserRow } from '#modules/accounts/users.queries.ts';

const LIFE_MS: Record<Purpose, number> = {
  'verify-email': VERIFY_LINK_LIFE_MS,
  'reset-password': RESET_LINK_LIFE_MS,
  'staff-invite': INVITATION_LIFE_MS,
  'family-invite': INVITATION_LIFE_MS,
};

/** An address is verified once; an invitation ends with the choice of a password, or is taken back. */
async function isPointless(tx: Tx, user: UserRow, purpose: Purpose): Promise<boolean> {
  if (purpose === 'verify-email' || purpose === 'family-invite') return user.email_verified_at !== null;
  return purpose === 'staff-invite' && !(await isRolePending(tx, user.id));
}

type Issued = { token: string; user: UserRow };

/**
 * Makes the token of a link for the user's present address. The user row is locked, because a token must not
 * reach an address just left by a change of e-mail, and such a change voids all tokens.
 */
export async function issueToken(
  { db, clock }: { db: Database; clock: Clock },
  user_id: number | null,
  purpose: Purpose,
): Promise<Issued | undefined> {
  if (user_id === null) return undefined;
  return db.transaction(async (tx: Tx) => {
    const user = await lockUser(tx, user_id);
    if (!user || user.disabled_at || (await isPointless(tx, user, purpose))) return undefined;
    const token = newToken();
    const created_at = clock.now();
    await insertMailedToken(tx, {
      hash: hashOfToken(token),
      user_id,
      purpose,
      created_at,
      expires_at: after(created_at, LIFE_MS[purpose]),
    });
    return { token, user };
  });
}

export function resetLinkTo(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { token, user, redirectPath }: Issued & { redirectPath?: string | null },
): string {
  const query = new URLSearchParams({ token, email: user.email, ...(redirectPath && { redirectPath }) });
  return `${publicUrl}/reset-password?${query.toString()}`;
}
