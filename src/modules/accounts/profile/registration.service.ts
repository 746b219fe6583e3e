import { refuseField } from '#kit/refusal.ts';
import type { Database } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { hashPassword } from '#platform/passwords/passwords.ts';
import { networkOf, consumeAttempt } from '#platform/throttle/throttle.ts';
import type { Registration } from '#modules/accounts/accounts.contract.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { whileLimited, refuseWhile } from '#modules/accounts/sessions/logins.service.ts';
import { refuseWeakPassword } from '#modules/accounts/passwords/new-password.service.ts';
import { REGISTRATION } from '#modules/accounts/throttle-rules.ts';
import { insertUser } from '#modules/accounts/users.queries.ts';

/**
 * Creates a parent's account and has its e-mail verified by a link. Unverified users may buy (U).
 * @returns the new user's id
 * @throws Refusal email_taken, password_common, password_is_name (each names its field), too_many_attempts
 */
export async function registerParent(
  db: Database,
  now: Date,
  form: Registration,
  ip: string,
): Promise<number> {
  refuseWhile(await consumeAttempt(db, REGISTRATION, networkOf(ip), now));
  await refuseWeakPassword(db, form);
  const password_hash = await whileLimited(() => hashPassword(form.password));
  return db.transaction(async (tx) => {
    const user = await insertUser(tx, {
      first_name: form.first_name,
      last_name: form.last_name,
      email: form.email,
      password_hash,
      // The form cannot be sent without the acknowledgement (accounts.md §5).
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
