import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { brand } from '#brand/selected-brand.ts';
import { invariant } from '#kit/invariant.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { findLetterhead } from '#modules/accounts/company.queries.ts';
import { recordChange } from '#modules/accounts/factors/changed-factors.service.ts';
import { listAuthenticators, replaceRecoveryCodes } from '#modules/accounts/factors/factors.queries.ts';
import { hasSecondFactor } from '#modules/accounts/factors/given-code.service.ts';
import { insertPasskey } from '#modules/accounts/factors/passkeys.queries.ts';
import {
  checkNewPasskey,
  optionsToAdd,
  type PasskeyDeps,
} from '#modules/accounts/factors/passkeys.service.ts';
import { setSessionFactor } from '#modules/accounts/sessions/sessions.queries.ts';
import { lockOwnAccount } from '#modules/accounts/sessions/sessions.service.ts';
import { findUser } from '#modules/accounts/users.queries.ts';
import { makeRecoveryCodes, MOST, refuseUnverified } from './enrolment.service.ts';

/**
 * Builds the browser's options for a new passkey of the account.
 * @throws Refusal factor_wants_verified_email, too_many_authenticators
 */
export async function startPasskey(deps: PasskeyDeps, { user_id, session_id }: Viewer) {
  const { db } = deps;
  const user = await findUser(db, user_id);
  invariant(user, `user ${user_id} exists`);
  refuseUnverified(user);
  if ((await listAuthenticators(db, user_id)).length >= MOST)
    throw new Refusal(accountRefusals.too_many_authenticators);
  const name = (await findLetterhead(db))?.name ?? brand.name;
  return optionsToAdd(deps, { user_id, email: user.email, name }, session_id);
}

type Made = { label: string; credential: RegistrationResponseJSON; from: string | undefined };

/**
 * Saves a new passkey of the account; the present session counts as begun with the passkey.
 * @returns the recovery codes, for the first authenticator of an account
 * @throws Refusal factor_wants_verified_email, passkey_refused, too_many_authenticators
 */
export async function addPasskey(
  deps: PasskeyDeps,
  viewer: Viewer,
  { label, ...sent }: Made,
): Promise<string[]> {
  const { db, clock } = deps;
  const { user_id, session_id } = viewer;
  const now = clock.now();
  const { remember, ...passkey } = await checkNewPasskey(deps, sent, session_id);
  const made = (await hasSecondFactor(db, user_id)) ? undefined : await makeRecoveryCodes(now);
  await db.transaction(async (tx) => {
    refuseUnverified(await lockOwnAccount(tx, viewer));
    if ((await listAuthenticators(tx, user_id)).length >= MOST)
      throw new Refusal(accountRefusals.too_many_authenticators);
    await remember(tx);
    if (!(await insertPasskey(tx, { ...passkey, user_id, label, created_at: now })))
      throw new Refusal(accountRefusals.passkey_refused);
    if (made) await replaceRecoveryCodes(tx, user_id, made.rows);
    await setSessionFactor(tx, session_id, 'passkey');
    await recordChange(tx, now, { user_id, actor: viewer }, { action: 'factor.add', kind: 'passkey' });
  });
  return made?.codes ?? [];
}
