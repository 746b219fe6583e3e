import { m } from '#i18n/messages.js';
import { ReadableError } from '#app/api/api-error.ts';
import { callForOne, type DeadToken } from '#app/api/client.ts';
import {
  currentToken,
  forgetDraft,
  forgetImpersonation,
  forgetLogin,
  isImpersonating,
  keepKnownBrowser,
  knownBrowser,
  storeLoginAgain,
  type StoredToken,
} from '#app/api/tokens.ts';
import { currentUser, login, type User } from '#modules/accounts/accounts.contract.ts';
import { loginPath } from './login-path.ts';
import { enterWithPasskey } from './passkeys.ts';
import { changeSession, currentSession, leaveFor, reloadPage, stayHere } from './session-state.ts';

type Wait = { readonly over: Promise<StoredToken | undefined>; readonly end: (next?: StoredToken) => void };
let wait: Wait | undefined;

function beginWait(): Wait {
  let end: Wait['end'] = () => {};
  const over = new Promise<StoredToken | undefined>((resolve) => (end = resolve));
  changeSession({ hasEnded: true });
  return { over, end };
}

/**
 * Replaces a dead token. During work the person logs in again on the same page, and the call is repeated
 * (decision 47); at the start of a page the path leads to '/' (accounts.md §4).
 * @returns a token of the same person; undefined if the call must fail
 */
export async function replaceDeadToken(dead: DeadToken): Promise<StoredToken | undefined> {
  if (!dead.errors.includes(m.portal_unauthenticated())) return undefined;
  const now = currentToken();
  const isCurrent = now?.access_token === dead.used.access_token;
  // Only the impersonation has expired; the staff member's own login goes on.
  if (isImpersonating()) {
    if (isCurrent) leaveParent();
    return undefined;
  }
  if (!isCurrent && !wait) return now && tokenOfSamePerson(dead.path, now);
  if (!currentSession().user) {
    forgetLogin();
    leaveFor('/');
    return undefined;
  }
  wait ??= beginWait();
  // After the login the page reads the user; this read must not wait for itself.
  return dead.path === '/user' ? undefined : wait.over;
}

async function tokenOfSamePerson(path: string, now: StoredToken): Promise<StoredToken | undefined> {
  if (path === '/user' || !currentSession().user) return now;
  return (await isSamePerson()) ? now : undefined;
}

async function isSamePerson(): Promise<boolean> {
  const user = await callForOne(currentUser);
  const isSame = !leaveToSomebodyElse(user);
  if (isSame) changeSession({ user });
  return isSame;
}

/** Reloads the page for another person. @returns true after the reload has started */
export function leaveToSomebodyElse(user: User): boolean {
  const known = currentSession().user;
  if (known === undefined || known.id === user.id) return false;
  forgetDraft();
  reloadPage();
  return true;
}

async function goOn(): Promise<void> {
  if (!(await isSamePerson())) return;
  changeSession({ hasEnded: false });
  wait?.end(currentToken());
  wait = undefined;
}

/**
 * Logs the same person in again, then continues the waiting calls.
 * @throws ApiError `invalid_credentials` or `second_factor_required`; ReadableError if the user is unknown
 */
export async function logInAgain(password: string, code?: string): Promise<void> {
  // After the question about leaving the page, a person who stayed may still log in.
  stayHere();
  const { user } = currentSession();
  if (!user) throw new ReadableError(m.shell_unexpected());
  const body = { email: user.email, password, ...(code && { code }) };
  storeLoginAgain(keepKnownBrowser(await callForOne(login, { body, headers: knownBrowser() })));
  await goOn();
}

/**
 * For the requests of one payment. A session that ends at the first request has moved no money, and the login
 * says so (MP10); after a lost answer nobody knows.
 */
export function sayingNothingCharged(isUnsent: boolean): <T>(send: () => Promise<T>) => Promise<T> {
  let isFirst = isUnsent;
  return async (send) => {
    if (!isFirst) return send();
    isFirst = false;
    changeSession({ endedNote: m.account_ended_nothing_charged() });
    try {
      return await send();
    } finally {
      changeSession({ endedNote: null });
    }
  };
}

/** The passkey of another person reloads the page. */
export async function logInAgainByPasskey(): Promise<void> {
  stayHere();
  storeLoginAgain(keepKnownBrowser(await enterWithPasskey()));
  await goOn();
}

/**
 * Handles a login or logout of another tab: a login ends the wait here, a logout does not.
 * @returns false without a wait for a login
 */
export function endWaitWithOtherTab(): boolean {
  if (!wait) return false;
  if (currentToken()) void goOn().catch(() => undefined);
  return true;
}

export function giveUpSession(): void {
  forgetLogin();
  leaveFor(loginPath(location));
}

export function leaveParent(to?: string): void {
  const id = currentSession().user?.id;
  forgetImpersonation();
  leaveFor(to ?? (id === undefined ? '/' : `/admin/users/parents/${id}`));
}
