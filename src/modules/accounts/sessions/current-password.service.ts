import { invariant } from '#kit/invariant.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import { personOf, type Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { isPassword } from '#platform/passwords/passwords.ts';
import { resetAttempts, consumeAttempt } from '#platform/throttle/throttle.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { whileLimited, refuseWhile } from './logins.service.ts';
import { after, FRESH_LOGIN_MS, PROOF_LIFE_MS } from './session-life.ts';
import { findLiveSession, setProved } from './sessions.queries.ts';
import { CURRENT_PASSWORD } from '#modules/accounts/throttle-rules.ts';
import { findUser, type UserRow } from '#modules/accounts/users.queries.ts';

/** The proof is the login, or a later repetition of the password. */
async function isProved(db: Db, now: Date, viewer: Viewer, withinMs: number): Promise<boolean> {
  const found = await findLiveSession(db, viewer.session_id);
  if (!found) return false;
  const { proved_at, created_at } = found.session;
  return now < after(proved_at ?? created_at, withinMs);
}

export function isLoginFresh(db: Db, now: Date, viewer: Viewer): Promise<boolean> {
  return isProved(db, now, viewer, FRESH_LOGIN_MS);
}

/**
 * For calls that move money, view a family's account or take data away: an open tab is not enough.
 * @throws Refusal proof_required if the last proof is older than five minutes
 * Source: H2
 */
export async function requireRecentProof(db: Db, now: Date, viewer: Viewer): Promise<void> {
  if (!(await isProved(db, now, viewer, PROOF_LIFE_MS))) throw new Refusal(accountRefusals.proof_required);
}

/**
 * Takes the password again; during an impersonation, the password of the staff member (MH19).
 * @throws Refusal current_password_wrong (names the field); too_many_attempts after five wrong passwords
 */
export async function proveAgain(db: Database, now: Date, viewer: Viewer, password: string): Promise<void> {
  const user = await findUser(db, personOf(viewer));
  invariant(user, `user ${personOf(viewer)} exists`);
  await checkCurrent(db, now, user, { password, field: 'password' });
  await db.transaction(async (tx) => {
    await setProved(tx, viewer.session_id, now);
    await writeAudit(tx, now, viewer, { action: 'session.prove', subject: `user:${user.id}` });
  });
}

/**
 * Requires proof of the owner before a change of the account: the current password, or a login of the last
 * ten minutes. A password sent is checked in either case.
 * @param proof  `isAlwaysAsked` for a change that an open tab must not make, whatever the age of the login
 * @throws Refusal change_while_impersonating; current_password_required and current_password_wrong (both name
 *   the field); too_many_attempts after five wrong passwords
 * Source: U, ASVS 6.2.3, 7.5.1
 */
export async function proveOwner(
  db: Database,
  now: Date,
  viewer: Viewer,
  proof: { user: UserRow; currentPassword: string | undefined; isAlwaysAsked?: boolean },
): Promise<void> {
  if (viewer.impersonator_id !== null) throw new Refusal(accountRefusals.change_while_impersonating);
  const { user, currentPassword, isAlwaysAsked = false } = proof;
  if (currentPassword)
    return checkCurrent(db, now, user, { password: currentPassword, field: 'current_password' });
  if (!isAlwaysAsked && (await isLoginFresh(db, now, viewer))) return;
  throw refuseField(accountRefusals.current_password_required, 'current_password');
}

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

async function checkCurrent(
  db: Database,
  now: Date,
  user: UserRow,
  { password, field }: { password: string; field: 'current_password' | 'password' },
): Promise<void> {
  const subject = String(user.id);
  const isRight = await whileLimited(async () => {
    refuseWhile(await consumeAttempt(db, CURRENT_PASSWORD, subject, now));
    return isPassword(password, user.password_hash);
  });
  if (isRight) return resetAttempts(db, CURRENT_PASSWORD, subject);
  throw refuseField(accountRefusals.current_password_wrong, field);
}
