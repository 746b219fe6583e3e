import { refuseField, Refusal } from '#kit/refusal.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { enqueueOnce } from '#platform/outbox/enqueue-once.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { hashPassword } from '#platform/passwords/passwords.ts';
import { networkOf, consumeAttempt } from '#platform/throttle/throttle.ts';
import type { Registration } from '#modules/accounts/accounts.contract.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { whileLimited, refuseWhile } from '#modules/accounts/sessions/logins.service.ts';
import { refuseWeakPassword } from '#modules/accounts/passwords/new-password.service.ts';
import { REGISTRATION, RESEND_OF_USER } from '#modules/accounts/throttle-rules.ts';
import { insertUser, lockUser, setEmailVerified } from '#modules/accounts/users.queries.ts';
import { hashOfToken } from '#platform/tokens/tokens.ts';
import { findMailedToken, useUpTokens } from '#modules/accounts/mailed-tokens.queries.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { confirmEmail, isEmailTaken } from './email-change.service.ts';
import { isLinkOfChange } from './email-change-links.ts';
import { lockOpenFamily } from './open-family.service.ts';
import { getUser } from './users.service.ts';

/**
 * Creates a parent's account and sends a link for verifying the e-mail. Unverified users may buy (U).
 * @returns the new user's id
 * @throws Refusal email_taken, password_common, password_is_name, password_guessed (each names the field),
 *   too_many_attempts
 */
export async function registerParent(
  db: Database,
  now: Date,
  form: Registration,
  ip: string,
): Promise<number> {
  refuseWhile(await consumeAttempt(db, REGISTRATION, networkOf(ip), now));
  await refuseWeakPassword(db, { password: form.password, email: form.email });
  const password_hash = await whileLimited(() => hashPassword(form.password));
  return db.transaction(async (tx) => {
    if (await isEmailTaken(tx, now, form.email, null))
      throw refuseField(accountRefusals.email_taken, 'email');
    const user = await insertUser(tx, {
      first_name: form.first_name,
      last_name: form.last_name,
      email: form.email,
      password_hash,
      // The form requires the acknowledgement (accounts.md §5).
      acknowledged_at: now,
      created_at: now,
    });
    if (!user) throw refuseField(accountRefusals.email_taken, 'email');
    await enqueue(tx, now, {
      kind: 'accounts.verify_email',
      ref: String(user.id),
      payload: { user_id: user.id },
    });
    return user.id;
  });
}

/**
 * Verifies an e-mail by the mailed link, or moves the account to a new one. A repeated visit succeeds too,
 * because mail programs open links before people do.
 * @throws Refusal verification_link_dead, email_in_use
 */
export async function verifyEmail(
  { tx, vault }: { tx: Tx; vault: Vault },
  now: Date,
  token: string,
): Promise<void> {
  if (isLinkOfChange(token)) return confirmEmail({ tx, now }, vault, token);
  const found = await findMailedToken(tx, 'verify-email', hashOfToken(token), now);
  if (!found) throw new Refusal(accountRefusals.verification_link_dead);
  // Repeated under the lock: a change of e-mail, and the end of the link, may have come in between.
  await lockUser(tx, found.user_id);
  if (!(await findMailedToken(tx, 'verify-email', found.hash, now)))
    throw new Refusal(accountRefusals.verification_link_dead);
  await setEmailVerified(tx, found.user_id, now);
  await useUpTokens(tx, found.user_id, ['verify-email'], now);
}

/**
 * Sends the link again, unless the address is verified already.
 * @throws Refusal too_many_attempts
 */
export async function resendVerification(db: Database, now: Date, user_id: number): Promise<void> {
  const user = await getUser(db, user_id);
  if (user.email_verified_at) return;
  refuseWhile(await consumeAttempt(db, RESEND_OF_USER, String(user_id), now));
  await db.transaction((tx) =>
    enqueue(tx, now, {
      kind: 'accounts.verify_email',
      ref: `${user_id}.${now.getTime()}`,
      payload: { user_id },
    }),
  );
}

/**
 * For staff, once per company day.
 * @param asked.today  in company time
 * @throws Refusal parent_not_found, email_verified, mailed_today
 */
export async function resendVerificationOf(
  tx: Tx,
  now: Date,
  staff: Viewer,
  asked: { user_id: number; today: PlainDate },
): Promise<void> {
  const { user_id, today } = asked;
  const user = await lockOpenFamily(tx, user_id);
  if (user.email_verified_at) throw new Refusal(accountRefusals.email_verified);
  const mail = { kind: 'accounts.verify_email', ref: `${user_id}.${today}`, payload: { user_id } };
  if (!(await enqueueOnce(tx, now, mail))) throw new Refusal(accountRefusals.mailed_today);
  await writeAudit(tx, now, staff, { action: 'account.ask_verification', subject: `user:${user_id}` });
}
