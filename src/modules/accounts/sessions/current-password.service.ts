import { invariant } from '#kit/invariant.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { isPassword } from '#platform/passwords/passwords.ts';
import { resetAttempts, consumeAttempt } from '#platform/throttle/throttle.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { whileLimited, refuseWhile } from './logins.service.ts';
import { after, FRESH_LOGIN_MS } from './session-life.ts';
import { findLiveSession } from './sessions.queries.ts';
import { CURRENT_PASSWORD } from '#modules/accounts/throttle-rules.ts';
import { findUser, type UserRow } from '#modules/accounts/users.queries.ts';

/** Whether the login behind a session is so young that it stands for the password itself. */
export async function isLoginFresh(db: Db, now: Date, viewer: Viewer): Promise<boolean> {
  const found = await findLiveSession(db, viewer.session_id);
  return found !== undefined && now < after(found.session.created_at, FRESH_LOGIN_MS);
}

/**
 * Has the owner of an account say who they are before it changes hands: by the current password, or
 * by a login of the last ten minutes. A password that was sent is checked in either case.
 * @throws Refusal change_while_impersonating; current_password_required and current_password_wrong
 *   (both name the field); too_many_attempts after five wrong ones
 * Source: U, ASVS 6.2.3, 7.5.1
 */
export async function proveOwner(
  db: Database,
  now: Date,
  viewer: Viewer,
  proof: { user: UserRow; currentPassword: string | undefined },
): Promise<void> {
  if (viewer.impersonator_id !== null) throw new Refusal(accountRefusals.change_while_impersonating);
  const { user, currentPassword } = proof;
  if (currentPassword) return checkCurrent(db, now, user, currentPassword);
  if (await isLoginFresh(db, now, viewer)) return;
  throw refuseField(accountRefusals.current_password_required, 'current_password');
}

/** The same of the account that is logged in. */
export async function proveOwnAccount(
  db: Database,
  now: Date,
  viewer: Viewer,
  currentPassword: string | undefined,
): Promise<void> {
  const user = await findUser(db, viewer.user_id);
  invariant(user, `user ${viewer.user_id} exists`);
  await proveOwner(db, now, viewer, { user, currentPassword });
}

async function checkCurrent(db: Database, now: Date, user: UserRow, currentPassword: string): Promise<void> {
  const subject = String(user.id);
  const isRight = await whileLimited(async () => {
    refuseWhile(await consumeAttempt(db, CURRENT_PASSWORD, subject, now));
    return isPassword(currentPassword, user.password_hash);
  });
  if (isRight) return resetAttempts(db, CURRENT_PASSWORD, subject);
  throw refuseField(accountRefusals.current_password_wrong, 'current_password');
}
