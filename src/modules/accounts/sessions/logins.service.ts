import { Refusal, refuseField } from '#kit/refusal.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { knownByOf, newKnownBrowser, type KnownBy } from '#platform/admission/known-browser.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
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
  usesAttemptsUp,
  type Counted,
  type WaitS,
} from '#platform/throttle/throttle.ts';
import { fingerprintOf, hashOfToken } from '#platform/tokens/tokens.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { TokenRecord } from '#modules/accounts/accounts.contract.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import {
  hasSecondFactor,
  recognizeCode,
  tellOwner,
  type GivenFactor,
} from '#modules/accounts/factors/given-code.service.ts';
import { listAccountsOfBrowser, upsertKnownBrowser } from './known-browsers.queries.ts';
import { isPasswordAllowed } from '#modules/accounts/staff-password.service.ts';
import { beginSession, type Origin } from './sessions.service.ts';
import {
  ACCOUNTS_OF_NETWORK,
  ACCOUNT_OF_NETWORK,
  CODE_OF_ACCOUNT,
  LOGIN_IN_KNOWN_BROWSER,
  LOGIN_OF_ACCOUNT,
  LOGIN_OF_ACCOUNT_IN_NETWORK,
  markOfEmail,
  LOGIN_OF_NETWORK,
  WRONG_CODES_OF_ACCOUNT,
} from '#modules/accounts/throttle-rules.ts';
import { findUserByEmail, lockUser, setPassword, type UserRow } from '#modules/accounts/users.queries.ts';

export type Credentials = { email: string; password: string };

export type Login = Credentials & { known_browser?: string; code?: string | null };

type Deps = { db: Database; clock: Clock; vault: Vault };

/**
 * Exchanges e-mail and password for a session.
 * @throws Refusal invalid_credentials, alike and as slow for a wrong password, an unknown e-mail and a
 *   disabled account (W8); too_many_attempts after failures of the account in the network or browser; and
 *   after the right password staff_password_outdated, second_factor_required, second_factor_wrong (names the
 *   field)
 */
export async function logIn(
  deps: Deps,
  login: Login,
  origin: Origin,
): Promise<TokenRecord & { known_browser: string }> {
  const { db, clock, vault } = deps;
  const now = clock.now();
  const network = networkOf(origin.ip);
  const from = await findBrowser(db, login);
  const { user, password_hash } = await whileLimited(() =>
    checkThrottled(deps, now, login, { network, ...from }),
  );
  const { email, password } = login;
  if (!(await isPasswordAllowed(db, { email, password, user_id: user.id })))
    throw new Refusal(accountRefusals.staff_password_outdated);
  await forgetFailures(deps, email, network);
  if (from.known) await resetAttempts(db, LOGIN_IN_KNOWN_BROWSER, from.known);
  const given = await askForFactor(deps, user.id, login.code, network);
  const known_browser = from.isOurs ? login.known_browser : undefined;
  return db.transaction(async (tx) => {
    const current = await lockUser(tx, user.id);
    // The password was changed or removed, or the account closed, since the check.
    if (current?.password_hash !== user.password_hash || current.disabled_at)
      throw new Refusal(accountRefusals.invalid_credentials);
    if (given && !(await given.take(tx, now))) throw wrongCode();
    if (password_hash) await setPassword(tx, user.id, password_hash);
    return enter(tx, { now, vault }, { user_id: user.id, factor: given?.factor, known_browser }, origin);
  });
}

type Entered = { user_id: number; factor?: GivenFactor['factor']; known_browser?: string };

export async function enter(
  tx: Tx,
  { now, vault }: { now: Date; vault: Vault },
  { user_id, factor, known_browser: before }: Entered,
  origin: Origin,
): Promise<TokenRecord & { known_browser: string }> {
  await writeAudit(
    tx,
    now,
    { user_id, impersonator_id: null },
    { action: 'session.begin', subject: `user:${user_id}`, ...(factor && { detail: { factor } }) },
  );
  const tokens = await beginSession(tx, now, { user_id, factor }, origin);
  const by: KnownBy = tokens.refresh_token ? 'families' : 'staff';
  const known = knownByOf(vault, now, before);
  const isKept = known?.isFresh && (known.by === by || known.by === 'staff');
  const known_browser = before && isKept ? before : newKnownBrowser(vault, now, by);
  await upsertKnownBrowser(tx, { hash: hashOfToken(known_browser), user_id, logged_in_at: now });
  return { ...tokens, known_browser };
}

const wrongCode = () => refuseField(accountRefusals.second_factor_wrong, 'code');

/**
 * Checks the second factor. Guesses have a separate counter, out of reach without the password, and are
 * counted before the check (H7).
 * @returns undefined for an account without a second factor
 * @throws Refusal second_factor_required, second_factor_wrong, too_many_attempts
 * Source: H2
 */
async function askForFactor(
  deps: Deps,
  user_id: number,
  code: string | null | undefined,
  network: string,
): Promise<GivenFactor | undefined> {
  const { db, clock } = deps;
  if (!(await hasSecondFactor(db, user_id))) return undefined;
  if (!code) throw new Refusal(accountRefusals.second_factor_required);
  const subject = String(user_id);
  const given = await whileLimited(async () => {
    refuseWhile(await consumeAttempt(db, CODE_OF_ACCOUNT, subject, clock.now()));
    return recognizeCode(deps, user_id, code);
  });
  if (!given) {
    await auditFailure(db, clock.now(), user_id, network);
    await tellOfWrongCodes(db, clock.now(), user_id);
    throw wrongCode();
  }
  await resetAttempts(db, CODE_OF_ACCOUNT, subject);
  return given;
}

/** Mails the owner after five wrong codes within an hour, once: the guesser knows the password. */
async function tellOfWrongCodes(db: Database, now: Date, user_id: number): Promise<void> {
  if (await usesAttemptsUp(db, WRONG_CODES_OF_ACCOUNT, String(user_id), now))
    await db.transaction((tx) => tellOwner(tx, now, user_id, { change: 'codes_guessed' }));
}

export async function forgetFailures(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  email: string,
  network: string,
): Promise<void> {
  const account = markOfEmail(vault, email);
  await resetAttempts(db, LOGIN_OF_ACCOUNT, account);
  await resetAttempts(db, LOGIN_OF_ACCOUNT_IN_NETWORK, `${network} ${account}`);
}

/** `known` names browser and account, if the browser has logged in to the account before. */
type Browser = { isOurs: boolean; user: UserRow | undefined; known: string | undefined };

async function findBrowser(db: Database, { email, known_browser }: Login): Promise<Browser> {
  const user = await findUserByEmail(db, email);
  if (!known_browser) return { isOurs: false, user, known: undefined };
  const accounts = await listAccountsOfBrowser(db, hashOfToken(known_browser));
  const isKnown = user !== undefined && accounts.includes(user.id);
  return {
    isOurs: accounts.length > 0,
    user,
    known: isKnown ? `${fingerprintOf(known_browser)} ${user.id}` : undefined,
  };
}

/** Queues password work, and refuses with a waiting time when the queue is full. */
export async function whileLimited<T>(work: () => Promise<T>): Promise<T> {
  return limitHashing(work).catch((error: unknown) => {
    if (error instanceof QueueFull)
      throw new Refusal(accountRefusals.too_many_attempts, { retry_after_s: 5 });
    throw error;
  });
}

type From = { network: string; user: UserRow | undefined; known: string | undefined };

// Counts before the check, so a burst of guesses gets no more answers than the rules allow (H7).
async function checkThrottled({ db, vault }: Deps, now: Date, credentials: Credentials, from: From) {
  const { network, user } = from;
  const counted = from.known
    ? await countInBrowser(db, now, from.known)
    : await countInNetwork(db, now, markOfEmail(vault, credentials.email), network);
  if (!(await isRightPassword(user, credentials.password)) || !user) {
    await auditFailure(db, now, user?.id, network);
    throw new Refusal(accountRefusals.invalid_credentials);
  }
  await returnAttempts(db, counted);
  return {
    user,
    password_hash: isOutdated(user.password_hash, credentials.password)
      ? await hashPassword(credentials.password)
      : undefined,
  };
}

/**
 * Counts an attempt in a browser known to the account. Attempts of others, and of the network, cause no wait
 * here (H5).
 * @returns the counts to undo after a right password
 * @throws Refusal too_many_attempts
 */
async function countInBrowser(db: Database, now: Date, known: string): Promise<Counted[]> {
  const own: Counted = [LOGIN_IN_KNOWN_BROWSER, known];
  refuseWhile(await consumeAttempt(db, ...own, now));
  return [own];
}

/**
 * Counts an attempt of an unknown browser, by network, by network and account, and by account.
 * @returns the counts to undo after a right password
 * @throws Refusal too_many_attempts
 */
async function countInNetwork(db: Database, now: Date, account: string, network: string): Promise<Counted[]> {
  refuseWhile(await retryAfter(db, ACCOUNTS_OF_NETWORK, network, now));
  const ofAccount = await accountOfNetwork(db, now, account, network);
  const wait = await consumeAttempts(
    db,
    [
      [LOGIN_OF_ACCOUNT_IN_NETWORK, `${network} ${account}`],
      [LOGIN_OF_NETWORK, network],
      [LOGIN_OF_ACCOUNT, account],
    ],
    now,
  );
  if (wait > 0) await returnAttempts(db, ofAccount);
  refuseWhile(wait);
  return [[LOGIN_OF_NETWORK, network], ...ofAccount];
}

/**
 * Counts the account among the accounts attempted from the network, once an hour.
 * @returns the counts made
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

/** @throws Refusal too_many_attempts while `wait` is positive */
export function refuseWhile(wait: WaitS): void {
  if (wait > 0) throw new Refusal(accountRefusals.too_many_attempts, { retry_after_s: wait });
}

/** Takes the same time for known and unknown accounts. */
async function isRightPassword(user: UserRow | undefined, password: string): Promise<boolean> {
  if (!user) return pretendToCheck(password);
  const isRight = await isPassword(password, user.password_hash);
  return isRight && user.disabled_at === null;
}

/** Names the account by number only: people type passwords into the e-mail field by mistake. */
async function auditFailure(
  db: Database,
  now: Date,
  user_id: number | undefined,
  network: string,
): Promise<void> {
  await writeAudit(db, now, undefined, {
    action: 'session.refuse',
    subject: `user:${user_id ?? 'unknown'}`,
    texts: { network },
  });
}
