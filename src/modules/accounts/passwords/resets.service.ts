import type { z } from 'zod';
import { Refusal } from '#kit/refusal.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { hashPassword } from '#platform/passwords/passwords.ts';
import { networkOf, consumeAttempt, returnAttempt } from '#platform/throttle/throttle.ts';
import { hashOfToken } from '#platform/tokens/tokens.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { removePasskeysByLink, type Removed } from '#modules/accounts/factors/changed-factors.service.ts';
import { readAuthenticators } from '#modules/accounts/factors/given-code.service.ts';
import { forgetFailures, whileLimited, refuseWhile } from '#modules/accounts/sessions/logins.service.ts';
import {
  findPasswordLink,
  lockLatestUnused,
  PASSWORD_PURPOSES,
  useUpTokens,
} from '#modules/accounts/mailed-tokens.queries.ts';
import { dayIn } from '#kit/plain-date.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { isStaffMember } from '#modules/accounts/staff-password.service.ts';
import { refuseWeakPassword } from './new-password.service.ts';
import type { PasswordReset, ResetLink, resetPasskeysShape } from './resets.contract.ts';
import { takeCredentials } from './take-credentials.service.ts';
import { forgetBrowsers, logOutEverywhere } from '#modules/accounts/sessions/sessions.service.ts';
import {
  DEAD_LINK_OF_NETWORK,
  markOfEmail,
  RESET_OF_ACCOUNT,
  RESET_OF_NETWORK,
} from '#modules/accounts/throttle-rules.ts';
import {
  acknowledge,
  confirmRoles,
  findUserByEmail,
  isRolePending,
  lockUser,
  setEmailVerified,
  setPassword,
  type UserRow,
} from '#modules/accounts/users.queries.ts';

const INVITES = { 'reset-password': null, 'staff-invite': 'staff', 'family-invite': 'family' } as const;

type Stores = { db: Database; vault: Vault };

type Request = { email: string; redirectPath?: string | null };

/**
 * Requests a link to a new password. Known and unknown addresses get the same answer for the same work: the
 * row is always written, and the account is checked on sending the mail (U).
 */
export async function requestReset(
  { db, vault }: Stores,
  now: Date,
  { email, redirectPath }: Request,
  ip: string,
): Promise<void> {
  refuseWhile(await consumeAttempt(db, RESET_OF_NETWORK, networkOf(ip), now));
  const account = markOfEmail(vault, email);
  // Too many mails to an address: silently none, because a refusal would reveal the account.
  if ((await consumeAttempt(db, RESET_OF_ACCOUNT, account, now)) > 0) return;
  const user = await findUserByEmail(db, email);
  const ref = `${account}.${Math.floor(now.getTime() / MINUTE_MS)}`;
  const mail = {
    kind: 'accounts.reset_password',
    ref,
    payload: { user_id: user?.id ?? null },
    words: { redirect_path: redirectPath ?? null },
  };
  await db.transaction((tx) => enqueue(tx, now, mail));
}

/**
 * Checks a reset link before the typing of a new password, and lists the passkeys of a verified account. An
 * unverified account loses all passkeys with the password.
 * @throws Refusal reset_link_dead for an unknown, used, expired or superseded token, or another account's;
 *   too_many_attempts
 */
export async function checkResetLink(
  { db, clock }: { db: Database; clock: Clock },
  { token, email }: ResetLink,
  ip: string,
): Promise<z.input<typeof resetPasskeysShape>> {
  const now = clock.now();
  const network = networkOf(ip);
  refuseWhile(await consumeAttempt(db, DEAD_LINK_OF_NETWORK, network, now));
  const hash = hashOfToken(token);
  const found = await db.transaction(async (tx) => {
    const link = await findPasswordLink(tx, hash, now);
    return link && { owner: await lockOwner(tx, email, link), link };
  });
  if (!found) throw new Refusal(accountRefusals.reset_link_dead);
  await returnAttempt(db, DEAD_LINK_OF_NETWORK, network);
  const { owner, link } = found;
  return {
    invites: INVITES[link.purpose],
    passkeys: owner.email_verified_at ? await passkeysWithDays(db, clock, owner.id) : [],
    are_removable: !(await isStaffMember(db, owner.id)),
  };
}

/**
 * Resets the password by link: ends every session, removes the passkeys chosen by the owner, and mails the
 * owner. A staff role waiting for the first password becomes active.
 * @throws Refusal reset_link_dead for an unknown, used, expired or superseded token, or another account's;
 *   password_common, password_is_name, password_guessed, password_for_staff, authenticator_not_found,
 *   passkeys_of_staff_kept, all with the link still valid; too_many_attempts
 */
export async function resetPassword(
  { db, vault }: Stores,
  now: Date,
  { token, email, password, removed_passkey_ids: ids }: PasswordReset,
  ip: string,
): Promise<void> {
  const network = networkOf(ip);
  refuseWhile(await consumeAttempt(db, DEAD_LINK_OF_NETWORK, network, now));
  const hash = hashOfToken(token);
  // A check before the costly hash; the check under the lock below decides.
  const link = await findPasswordLink(db, hash, now);
  if (!link) throw new Refusal(accountRefusals.reset_link_dead);
  await returnAttempt(db, DEAD_LINK_OF_NETWORK, network);
  await refuseWeakPassword(db, { password, email, user_id: link.user_id });
  const password_hash = await whileLimited(() => hashPassword(password));
  await db.transaction(async (tx) => {
    const user = await lockOwner(tx, email, link);
    const isFirstRole = await confirmRoles(tx, user.id);
    // Earlier factors may be a stranger's, because nobody had read mail at this address.
    if (isFirstRole || !user.email_verified_at)
      await takeCredentials(tx, now, { user_id: user.id, password_hash, reason: 'password_reset' });
    else if (ids.length > 0) await removeOwnPasskeys(tx, now, { user_id: user.id, ids });
    if (link.purpose === 'family-invite') await acknowledge(tx, user.id, now);
    await replacePassword(tx, now, { user_id: user.id, password_hash, hash });
  });
  await forgetFailures({ db, vault }, email, network);
}

type PasswordLink = NonNullable<Awaited<ReturnType<typeof findPasswordLink>>>;

/**
 * @throws Refusal reset_link_dead unless the link is the latest of its purpose for the account, and an
 *   invitation still stands
 */
async function lockOwner(tx: Tx, email: string, link: PasswordLink): Promise<UserRow> {
  const found = await findUserByEmail(tx, email);
  const user = found && (await lockUser(tx, found.id));
  const latest = user && (await lockLatestUnused(tx, user.id, link.purpose));
  if (!user || user.disabled_at || !latest?.hash.equals(link.hash))
    throw new Refusal(accountRefusals.reset_link_dead);
  if (link.purpose === 'staff-invite' && !(await isRolePending(tx, user.id)))
    throw new Refusal(accountRefusals.reset_link_dead);
  return user;
}

type Replacing = { user_id: number; password_hash: string; hash: Buffer };

async function replacePassword(
  tx: Tx,
  now: Date,
  { user_id, password_hash, hash }: Replacing,
): Promise<void> {
  await setPassword(tx, user_id, password_hash);
  // The use of the mailed link proves access to the mailbox, so the address is verified too.
  await setEmailVerified(tx, user_id, now);
  await useUpTokens(tx, user_id, PASSWORD_PURPOSES, now);
  await logOutEverywhere(tx, now, user_id, 'password_reset');
  await forgetBrowsers(tx, user_id);
  await writeAudit(tx, now, undefined, { action: 'password.reset', subject: `user:${user_id}` });
  await enqueue(tx, now, {
    kind: 'accounts.password_changed',
    ref: hash.toString('base64url'),
    payload: { user_id, at: now },
  });
}

/** A staff factor guards the families' data: the mailbox alone must not remove the factor. */
async function removeOwnPasskeys(tx: Tx, now: Date, removed: Removed): Promise<void> {
  if (await isStaffMember(tx, removed.user_id)) throw new Refusal(accountRefusals.passkeys_of_staff_kept);
  await removePasskeysByLink(tx, now, removed);
}

/** In company days, because a page behind a mailed link reads no other facts of the company. */
async function passkeysWithDays(db: Database, { time_zone }: Clock, user_id: number) {
  const dayOf = (at: string) => dayIn(time_zone, new Date(at));
  return (await readAuthenticators(db, user_id))
    .filter(({ kind }) => kind === 'passkey')
    .map(({ id, label, confirmed_at, last_used_at }) => ({
      id,
      label,
      added_on: dayOf(confirmed_at),
      last_used_on: last_used_at ? dayOf(last_used_at) : null,
    }));
}
