import type { Tx } from '#platform/db/database.ts';
import { deleteEmailChangesOf } from '#modules/accounts/email-changes.queries.ts';
import { deleteFactorsOf } from '#modules/accounts/factors/factors.queries.ts';
import { deleteTokensOf } from '#modules/accounts/mailed-tokens.queries.ts';
import type { EndReason } from '#modules/accounts/sessions/sessions.queries.ts';
import { forgetBrowsers, logOutEverywhere } from '#modules/accounts/sessions/sessions.service.ts';
import { setPassword } from '#modules/accounts/users.queries.ts';

type Taken = { user_id: number; password_hash: string; reason: EndReason };

/**
 * Removes all credentials of an account: password, second factors, passkeys, recovery codes, mailed links,
 * undo links of an earlier address, known browsers, sessions. The caller holds the lock of the user.
 * Source: MH1
 */
export async function takeCredentials(tx: Tx, now: Date, taken: Taken): Promise<void> {
  await deleteFactorsOf(tx, taken.user_id);
  await deleteEmailChangesOf(tx, taken.user_id);
  await endAccess(tx, now, taken);
}

/** Removes password, mailed links, known browsers and sessions; second factors stay. */
export async function endAccess(tx: Tx, now: Date, { user_id, password_hash, reason }: Taken): Promise<void> {
  await setPassword(tx, user_id, password_hash);
  await deleteTokensOf(tx, user_id);
  await forgetBrowsers(tx, user_id);
  await logOutEverywhere(tx, now, user_id, reason);
}
