import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { Refusal } from '#kit/refusal.ts';
import { personOf, type Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { consumeAttempt, networkOf, returnAttempts, type Counted } from '#platform/throttle/throttle.ts';
import { hashOfToken } from '#platform/tokens/tokens.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { listPasskeys } from '#modules/accounts/factors/passkeys.queries.ts';
import { checkPasskey, optionsToUse, type PasskeyDeps } from '#modules/accounts/factors/passkeys.service.ts';
import { CURRENT_PASSWORD, LOGIN_OF_NETWORK } from '#modules/accounts/throttle-rules.ts';
import { listAccountsOfBrowser } from './known-browsers.queries.ts';
import { enter, refuseWhile } from './logins.service.ts';
import type { Origin } from './sessions.service.ts';
import { setProved } from './sessions.queries.ts';
import { lockUser } from '#modules/accounts/users.queries.ts';

type Sent = { credential: AuthenticationResponseJSON; from: string | undefined };

/**
 * Exchanges a passkey's answer for a session. The device has checked a finger or a PIN, so the passkey
 * replaces password and second factor.
 * @throws Refusal passkey_refused; too_many_attempts after failures of the network
 * Source: H2
 */
export async function enterWithPasskey(
  deps: PasskeyDeps,
  { known_browser, ...sent }: Sent & { known_browser?: string },
  origin: Origin,
) {
  const { db, clock, vault } = deps;
  const now = clock.now();
  // Counted before the check, and undone after a right answer (H7).
  const ofNetwork: Counted = [LOGIN_OF_NETWORK, networkOf(origin.ip)];
  refuseWhile(await consumeAttempt(db, ...ofNetwork, now));
  const used = await checkPasskey(deps, sent, { purpose: 'login' });
  const isOurs =
    known_browser !== undefined && (await listAccountsOfBrowser(db, hashOfToken(known_browser))).length > 0;
  const { user_id } = used;
  const tokens = await db.transaction(async (tx) => {
    // Locked first: a passkey being removed must not begin a session afterwards.
    if ((await lockUser(tx, user_id))?.disabled_at !== null)
      throw new Refusal(accountRefusals.passkey_refused);
    await used.take(tx, now);
    return enter(
      tx,
      { now, vault },
      { user_id, factor: 'passkey', ...(isOurs && { known_browser }) },
      origin,
    );
  });
  await returnAttempts(db, [ofNetwork]);
  return tokens;
}

export async function optionsToProve(deps: PasskeyDeps, viewer: Viewer) {
  const own = await listPasskeys(deps.db, personOf(viewer));
  return optionsToUse(deps, { purpose: 'prove', session_id: viewer.session_id }, own);
}

/**
 * Takes a passkey instead of the password, for calls with a recent proof; during an impersonation, a passkey
 * of the staff member (MH19).
 * @throws Refusal passkey_refused, also for another user's passkey; too_many_attempts
 */
export async function provePasskey(deps: PasskeyDeps, viewer: Viewer, sent: Sent): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const { session_id } = viewer;
  const user_id = personOf(viewer);
  const counted: Counted = [CURRENT_PASSWORD, String(user_id)];
  refuseWhile(await consumeAttempt(db, ...counted, now));
  const used = await checkPasskey(deps, sent, { purpose: 'prove', session_id });
  if (used.user_id !== user_id) throw new Refusal(accountRefusals.passkey_refused);
  await db.transaction(async (tx) => {
    await used.take(tx, now);
    await setProved(tx, session_id, now);
    await writeAudit(tx, now, viewer, {
      action: 'session.prove',
      subject: `user:${user_id}`,
      detail: { factor: 'passkey' },
    });
  });
  await returnAttempts(db, [counted]);
}
