import type { Database } from '#platform/db/database.ts';
import { isPassword, pretendToCheck } from '#platform/passwords/passwords.ts';
import { consumeAttempt, returnAttempt } from '#platform/throttle/throttle.ts';
import { isSameText } from '#platform/tokens/tokens.ts';
import { whileLimited, refuseWhile, type Credentials } from './logins.service.ts';
import { PAYER } from '#modules/accounts/throttle-rules.ts';
import { findUser } from '#modules/accounts/users.queries.ts';

/**
 * Checks that the signed-in user is the payer of a bank debit, by e-mail and password. Five failures close
 * the check for 15 minutes, even for the right answer (O5). Takes the database, not a transaction: hashing
 * takes too long for a transaction, and the count must outlive a refused order.
 * @throws Refusal too_many_attempts
 */
export async function confirmPayer(
  db: Database,
  now: Date,
  user_id: number,
  { email, password }: Credentials,
): Promise<boolean> {
  return whileLimited(async () => {
    refuseWhile(await consumeAttempt(db, PAYER, String(user_id), now));
    const user = await findUser(db, user_id);
    const isOwnEmail = user !== undefined && isSameText(email.trim().toLowerCase(), user.email);
    const isConfirmed = isOwnEmail
      ? await isPassword(password, user.password_hash)
      : await pretendToCheck(password);
    if (isConfirmed) await returnAttempt(db, PAYER, String(user_id));
    return isConfirmed;
  });
}
