import { Refusal } from '#kit/refusal.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Database } from '#platform/db/database.ts';
import { QueueFull } from '#platform/passwords/concurrency-limit.ts';
import {
  limitHashing,
  hashPassword,
  isOutdated,
  isPassword,
  pretendToCheck,
} from '#platform/passwords/passwords.ts';
import {
  consumeAttempt,
  consumeAttempts,
  networkOf,
  resetAttempts,
  retryAfter,
  returnAttempts,
  type Counted,
  type WaitS,
} from '#platform/throttle/throttle.ts';
import { fingerprintOf } from '#platform/tokens/tokens.ts';
import type { TokenRecord } from '#modules/accounts/accounts.contract.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { beginSession, type Origin } from './sessions.service.ts';
import {
  ACCOUNTS_OF_NETWORK,
  ACCOUNT_OF_NETWORK,
  LOGIN_OF_ACCOUNT,
  LOGIN_OF_NETWORK,
} from '#modules/accounts/throttle-rules.ts';
import { findUserByEmail, setPassword, type UserRow } from '#modules/accounts/users.queries.ts';

export type Credentials = { email: string; password: string };

/**
 * Exchanges e-mail and password for a session.
 * @throws Refusal invalid_credentials, alike and as slow for a wrong password, an unknown e-mail and a
 *   disabled account (W8); too_many_attempts after failures of the account or its network
 */
export async function logIn(
  db: Database,
  now: Date,
  credentials: Credentials,
  origin: Origin,
): Promise<TokenRecord> {
  const { user, password_hash } = await whileLimited(() =>
    checkThrottled(db, now, credentials, networkOf(origin.ip)),
  );
  await resetAttempts(db, LOGIN_OF_ACCOUNT, fingerprintOf(credentials.email));
  return db.transaction(async (tx) => {
    if (password_hash) await setPassword(tx, user.id, password_hash);
    await writeAudit(
      tx,
      now,
      { user_id: user.id, impersonator_id: null },
      { action: 'session.begin', subject: `user:${user.id}` },
    );
    return beginSession(tx, now, user.id, origin);
  });
}

/** Runs password work in turn, and refuses with a time to wait when the queue is full. */
export async function whileLimited<T>(work: () => Promise<T>): Promise<T> {
  return limitHashing(work).catch((error: unknown) => {
    if (error instanceof QueueFull)
      throw new Refusal(accountRefusals.too_many_attempts, { retry_after_s: 5 });
    throw error;
  });
}

// Counted at the door and before the password is looked at, so that a burst of guesses gets no more answers
// than the rules allow (H7).
async function checkThrottled(db: Database, now: Date, credentials: Credentials, network: string) {
  const account = fingerprintOf(credentials.email);
  refuseWhile(await retryAfter(db, ACCOUNTS_OF_NETWORK, network, now));
  const ofAccount = await accountOfNetwork(db, now, account, network);
  const ofNetwork: Counted[] = [[LOGIN_OF_NETWORK, network], ...ofAccount];
  const wait = await consumeAttempts(
    db,
    [
      [LOGIN_OF_ACCOUNT, account],
      [LOGIN_OF_NETWORK, network],
    ],
    now,
  );
  if (wait > 0) await returnAttempts(db, ofAccount);
  refuseWhile(wait);
  const user = await findUserByEmail(db, credentials.email);
  if (!(await isRightPassword(user, credentials.password)) || !user) {
    await auditFailure(db, now, user?.id, network);
    throw new Refusal(accountRefusals.invalid_credentials);
  }
  await returnAttempts(db, ofNetwork);
  return {
    user,
    password_hash: isOutdated(user.password_hash) ? await hashPassword(credentials.password) : undefined,
  };
}

/**
 * Counts the account among those that its network has tried, once an hour.
 * @returns what was counted
 * @throws Refusal too_many_attempts
 */
async function accountOfNetwork(
  db: Database,
  now: Date,
  account: string,
  network: string,
): Promise<Counted[]> {
  const own: Counted = [ACCOUNT_OF_NETWORK, `${network} ${account}`];
  if ((await consumeAttempt(db, ...own, now)) > 0) return [];
  const ofNetwork: Counted = [ACCOUNTS_OF_NETWORK, network];
  const wait = await consumeAttempt(db, ...ofNetwork, now);
  if (wait > 0) await returnAttempts(db, [own]);
  refuseWhile(wait);
  return [own, ofNetwork];
}

/** @throws Refusal too_many_attempts while there is something to wait for */
export function refuseWhile(wait: WaitS): void {
  if (wait > 0) throw new Refusal(accountRefusals.too_many_attempts, { retry_after_s: wait });
}

/** Takes the same time whether or not there is such an account. */
async function isRightPassword(user: UserRow | undefined, password: string): Promise<boolean> {
  if (!user) return pretendToCheck(password);
  const isRight = await isPassword(password, user.password_hash);
  return isRight && user.disabled_at === null;
}

/** Names the account by its number only: people type passwords into the e-mail field by mistake. */
async function auditFailure(
  db: Database,
  now: Date,
  user_id: number | undefined,
  network: string,
): Promise<void> {
  await writeAudit(db, now, undefined, {
    action: 'session.refuse',
    subject: `user:${user_id ?? 'unknown'}`,
    detail: { network },
  });
}
