import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { brand } from '#brand/selected-brand.ts';
import { m } from '#i18n/messages.js';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { hashUnderSalt } from '#platform/passwords/passwords.ts';
import { consumeAttempt, resetAttempts } from '#platform/throttle/throttle.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { findLetterhead } from '#modules/accounts/company.queries.ts';
import { forgetCodesAfterLast, recordChange } from '#modules/accounts/factors/changed-factors.service.ts';
import { secrets } from '#modules/accounts/factors/encrypted-secrets.service.ts';
import {
  confirmAuthenticator,
  deleteAuthenticator,
  deleteUnconfirmedOf,
  drawAuthenticatorId,
  findUnconfirmed,
  insertAuthenticator,
  listAuthenticators,
  listUnusedRecoveryCodes,
  replaceRecoveryCodes,
  type RecoveryCodeRow,
} from '#modules/accounts/factors/factors.queries.ts';
import {
  hasSecondFactor,
  readAuthenticators,
  secretOf,
} from '#modules/accounts/factors/given-code.service.ts';
import { newRecoveryCodes, normalizeCode } from '#modules/accounts/factors/recovery-codes.service.ts';
import { newTotpSecret, stepOfCode, totpUri } from '#modules/accounts/factors/totp.service.ts';
import { refuseWhile, whileLimited } from '#modules/accounts/sessions/logins.service.ts';
import { after, ENROLMENT_LIFE_MS } from '#modules/accounts/sessions/session-life.ts';
import { clearSessionFactors, setSessionFactor } from '#modules/accounts/sessions/sessions.queries.ts';
import { lockOwnAccount } from '#modules/accounts/sessions/sessions.service.ts';
import { CODE_OF_ENROLMENT } from '#modules/accounts/throttle-rules.ts';
import type { UserRow } from '#modules/accounts/users.queries.ts';
import type { secondFactorsShape } from './enrolment.contract.ts';
import type { confirmationShape } from './enrolment.shapes.ts';

type Deps = { db: Database; clock: Clock; vault: Vault };

/** A phone, a tablet, a key: more authenticators are a mistake. */
export const MOST = 5;

export async function readFactors(db: Db, user_id: number): Promise<z.input<typeof secondFactorsShape>> {
  return {
    authenticators: await readAuthenticators(db, user_id),
    recovery_codes_left: (await listUnusedRecoveryCodes(db, user_id)).length,
  };
}

/**
 * Begins the setup of an authenticator app, and deletes an earlier unconfirmed app.
 * @throws Refusal factor_wants_verified_email, too_many_authenticators
 */
export async function startApp(tx: Tx, { clock, vault }: Omit<Deps, 'db'>, viewer: Viewer) {
  const { user_id } = viewer;
  const user = await lockOwnAccount(tx, viewer);
  refuseUnverified(user);
  if ((await listAuthenticators(tx, user_id)).length >= MOST)
    throw new Refusal(accountRefusals.too_many_authenticators);
  await deleteUnconfirmedOf(tx, user_id);
  const secret = newTotpSecret();
  const id = await drawAuthenticatorId(tx);
  await insertAuthenticator(tx, {
    id,
    user_id,
    kind: 'totp',
    label: m.account_factor_app(),
    ...secrets.seal(vault, id, { secret }),
    created_at: clock.now(),
  });
  const company = (await findLetterhead(tx))?.name ?? brand.name;
  return { id, secret, uri: totpUri({ secret, company, email: user.email }) };
}

/**
 * Confirms an app by the first code; the present session counts as begun with the app.
 * @returns the recovery codes, for the first authenticator of an account
 * @throws Refusal factor_wants_verified_email, authenticator_not_found if begun too long ago,
 *   second_factor_wrong (names the field), too_many_attempts
 */
export async function confirmApp(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { label, code }: z.output<typeof confirmationShape>,
): Promise<string[]> {
  const { db, clock } = deps;
  const { user_id } = viewer;
  const now = clock.now();
  const which = { user_id, id };
  const row = await findUnconfirmed(db, which, after(now, -ENROLMENT_LIFE_MS));
  if (!row) throw new Refusal(accountRefusals.authenticator_not_found);
  refuseWhile(await consumeAttempt(db, CODE_OF_ENROLMENT, String(user_id), now));
  const app = { secret: secretOf(deps, row), last_step: null };
  const last_step = stepOfCode(app, normalizeCode(code), clock.realNow());
  if (last_step === undefined) throw refuseField(accountRefusals.second_factor_wrong, 'code');
  await resetAttempts(db, CODE_OF_ENROLMENT, String(user_id));
  const made = (await hasSecondFactor(db, user_id)) ? undefined : await makeRecoveryCodes(now);
  await db.transaction(async (tx) => {
    refuseUnverified(await lockOwnAccount(tx, viewer));
    if (!(await confirmAuthenticator(tx, which, { label, last_step, confirmed_at: now })))
      throw new Refusal(accountRefusals.authenticator_not_found);
    if (made) await replaceRecoveryCodes(tx, user_id, made.rows);
    await setSessionFactor(tx, viewer.session_id, 'totp');
    await recordChange(tx, now, { user_id, actor: viewer }, { action: 'factor.add', kind: row.kind });
  });
  return made?.codes ?? [];
}

/**
 * Removes an authenticator. After the last authenticator, the recovery codes are deleted and no session
 * counts as begun with a second factor: staff must set up a factor again.
 * @throws Refusal authenticator_not_found
 */
export async function removeFactor(tx: Tx, now: Date, viewer: Viewer, id: number): Promise<void> {
  const { user_id } = viewer;
  await lockOwnAccount(tx, viewer);
  const removed = await deleteAuthenticator(tx, { user_id, id });
  if (!removed) throw new Refusal(accountRefusals.authenticator_not_found);
  if (!removed.confirmed_at) return;
  if (await forgetCodesAfterLast(tx, user_id)) await clearSessionFactors(tx, user_id);
  await recordChange(tx, now, { user_id, actor: viewer }, { action: 'factor.remove', kind: removed.kind });
}

/**
 * Replaces the recovery codes.
 * @throws Refusal no_authenticator, too_many_attempts
 */
export async function renewCodes({ db, clock }: Omit<Deps, 'vault'>, viewer: Viewer): Promise<string[]> {
  const { user_id } = viewer;
  const now = clock.now();
  if (!(await hasSecondFactor(db, user_id))) throw new Refusal(accountRefusals.no_authenticator);
  const { codes, rows } = await makeRecoveryCodes(now);
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, viewer);
    // The last authenticator may have been removed during the hashing.
    if (!(await hasSecondFactor(tx, user_id))) throw new Refusal(accountRefusals.no_authenticator);
    await replaceRecoveryCodes(tx, user_id, rows);
    await recordChange(tx, now, { user_id, actor: viewer }, { action: 'factor.recovery_renew' });
  });
  return codes;
}

/**
 * Refuses an unverified address: the address may be a stranger's, and a factor would lock the owner out after
 * a reset.
 * Source: MH7
 */
export function refuseUnverified(user: Pick<UserRow, 'email_verified_at'>): void {
  if (!user.email_verified_at) throw new Refusal(accountRefusals.factor_wants_verified_email);
}

type Made = { codes: string[]; rows: Pick<RecoveryCodeRow, 'salt' | 'hash' | 'created_at'>[] };

/** Hashes one after another, queued with passwords: together half a second. */
export async function makeRecoveryCodes(created_at: Date): Promise<Made> {
  const codes = newRecoveryCodes();
  const salt = randomBytes(16);
  const rows: Made['rows'] = [];
  for (const code of codes) {
    const hash = await whileLimited(() => hashUnderSalt(normalizeCode(code), salt));
    rows.push({ salt, hash, created_at });
  }
  return { codes, rows };
}
