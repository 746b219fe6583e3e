import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { brand } from '#brand/selected-brand.ts';
import { m } from '#i18n/messages.js';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { hashUnderSalt } from '#platform/passwords/passwords.ts';
import { consumeAttempt, resetAttempts } from '#platform/throttle/throttle.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import type { AuthenticatorKind, FactorChange } from '#modules/accounts/factor.states.ts';
import { findLetterhead } from '#modules/accounts/company.queries.ts';
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
import { hasSecondFactor, secretOf, tellOwner } from '#modules/accounts/factors/given-code.service.ts';
import { newRecoveryCodes, normalizeCode } from '#modules/accounts/factors/recovery-codes.service.ts';
import { newTotpSecret, stepOfCode, totpUri } from '#modules/accounts/factors/totp.service.ts';
import { refuseWhile, whileLimited } from '#modules/accounts/sessions/logins.service.ts';
import { after, ENROLMENT_LIFE_MS } from '#modules/accounts/sessions/session-life.ts';
import { clearSessionFactors, setSessionFactor } from '#modules/accounts/sessions/sessions.queries.ts';
import { lockOwnAccount } from '#modules/accounts/sessions/sessions.service.ts';
import { CODE_OF_ENROLMENT } from '#modules/accounts/throttle-rules.ts';
import type { confirmationShape, secondFactorsShape } from './enrolment.contract.ts';

type Deps = { db: Database; clock: Clock; vault: Vault };

/** A phone, a tablet, a key: more are a mistake. */
export const MOST = 5;

/** What an account logs in with beside its password, without anything secret. */
export async function readFactors(db: Db, user_id: number): Promise<z.input<typeof secondFactorsShape>> {
  const authenticators = await listAuthenticators(db, user_id);
  return {
    authenticators: authenticators.map(({ id, kind, label, confirmed_at, last_used_at }) => ({
      id,
      kind,
      label,
      confirmed_at: confirmed_at!.toISOString(),
      last_used_at: last_used_at && last_used_at.toISOString(),
    })),
    recovery_codes_left: (await listUnusedRecoveryCodes(db, user_id)).length,
  };
}

/**
 * Begins to set up an authenticator app; one that was begun before and not confirmed is forgotten.
 * @throws Refusal too_many_authenticators
 */
export async function startApp(tx: Tx, { clock, vault }: Omit<Deps, 'db'>, viewer: Viewer) {
  const { user_id } = viewer;
  const user = await lockOwnAccount(tx, viewer);
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
 * Takes the first code of an app, which counts from then on; the session that asks has proved it.
 * @returns the recovery codes, for the first authenticator of an account
 * @throws Refusal authenticator_not_found when it was begun too long ago, second_factor_wrong (names the
 *   field), too_many_attempts
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
    await lockOwnAccount(tx, viewer);
    if (!(await confirmAuthenticator(tx, which, { label, last_step, confirmed_at: now })))
      throw new Refusal(accountRefusals.authenticator_not_found);
    if (made) await replaceRecoveryCodes(tx, user_id, made.rows);
    await setSessionFactor(tx, viewer.session_id, 'totp');
    await recordChange(tx, now, viewer, { action: 'factor.add', kind: row.kind });
  });
  return made?.codes ?? [];
}

/**
 * Removes an authenticator. With the last one the recovery codes go, and no session counts as begun with a
 * second factor: staff set one up anew.
 * @throws Refusal authenticator_not_found
 */
export async function removeFactor(tx: Tx, now: Date, viewer: Viewer, id: number): Promise<void> {
  const { user_id } = viewer;
  await lockOwnAccount(tx, viewer);
  const removed = await deleteAuthenticator(tx, { user_id, id });
  if (!removed) throw new Refusal(accountRefusals.authenticator_not_found);
  if (!removed.confirmed_at) return;
  if (!(await hasSecondFactor(tx, user_id))) {
    await replaceRecoveryCodes(tx, user_id, []);
    await clearSessionFactors(tx, user_id);
  }
  await recordChange(tx, now, viewer, { action: 'factor.remove', kind: removed.kind });
}

/**
 * Makes new recovery codes; those from before work no more.
 * @throws Refusal no_authenticator, too_many_attempts
 */
export async function renewCodes({ db, clock }: Omit<Deps, 'vault'>, viewer: Viewer): Promise<string[]> {
  const { user_id } = viewer;
  const now = clock.now();
  if (!(await hasSecondFactor(db, user_id))) throw new Refusal(accountRefusals.no_authenticator);
  const { codes, rows } = await makeRecoveryCodes(now);
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, viewer);
    // The last authenticator may have been removed while the codes were hashed.
    if (!(await hasSecondFactor(tx, user_id))) throw new Refusal(accountRefusals.no_authenticator);
    await replaceRecoveryCodes(tx, user_id, rows);
    await recordChange(tx, now, viewer, { action: 'factor.recovery_renew' });
  });
  return codes;
}

type Made = { codes: string[]; rows: Pick<RecoveryCodeRow, 'salt' | 'hash' | 'created_at'>[] };

/** Hashed one after another and in turn with passwords: together they take half a second. */
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

const OF_APP = { 'factor.add': 'added', 'factor.remove': 'removed' } as const;
const OF_PASSKEY = { 'factor.add': 'passkey_added', 'factor.remove': 'passkey_removed' } as const;

type Recorded =
  | { action: 'factor.add' | 'factor.remove'; kind: AuthenticatorKind }
  | { action: 'factor.recovery_renew'; kind?: undefined };

function changeOf({ action, kind }: Recorded): FactorChange {
  if (action === 'factor.recovery_renew') return 'recovery_renewed';
  return (kind === 'passkey' ? OF_PASSKEY : OF_APP)[action];
}

/** Tells the owner, and the audit log, what became of the second step of the login. */
export async function recordChange(tx: Tx, now: Date, viewer: Viewer, recorded: Recorded): Promise<void> {
  const { user_id } = viewer;
  const { action, kind } = recorded;
  await tellOwner(tx, now, user_id, { change: changeOf(recorded) });
  await writeAudit(tx, now, viewer, {
    action,
    subject: `user:${user_id}`,
    ...(kind && { detail: { kind } }),
  });
}
