import { m } from '#i18n/messages.js';
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

/** The calls that wait for the login, however many: they go on together. */
type Wait = { readonly over: Promise<StoredToken | undefined>; readonly end: (next?: StoredToken) => void };
let wait: Wait | undefined;

function beginWait(): Wait {
  let end: Wait['end'] = () => {};
  const over = new Promise<StoredToken | undefined>((resolve) => (end = resolve));
  changeSession({ hasEnded: true });
  return { over, end };
}

/**
 * What becomes of a call whose token is dead. Somebody at work logs in again on the same page, and the call
 * is made once more (decision 47). The start of a page, where nobody is known yet, leads to '/' (accounts.md
 * §4).
 * @returns a token of the same person; undefined when the call fails
 */
export async function replaceDeadToken(dead: DeadToken): Promise<StoredToken | undefined> {
  if (!dead.errors.includes(m.portal_unauthenticated())) return undefined;
  const now = currentToken();
  const isCurrent = now?.access_token === dead.used.access_token;
  // Only the impersonation has run out; the staff member's own login goes on.
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
  // Who is here is asked again after the login; a wait of this question for itself would have no end.
  return dead.path === '/user' ? undefined : wait.over;
}

/** Another tab, or an earlier call of this one, has put `now` in the place of the dead token. */
async function tokenOfSamePerson(path: string, now: StoredToken): Promise<StoredToken | undefined> {
  if (path === '/user' || !currentSession().user) return now;
  return (await isSamePerson()) ? now : undefined;
}

/** Asks who is here; for somebody else the page is loaded anew. */
async function isSamePerson(): Promise<boolean> {
  const user = await callForOne(currentUser);
  const isSame = !leaveToSomebodyElse(user);
  if (isSame) changeSession({ user });
  return isSame;
}

/** Whether `user` is another person than the one of this page, which is then loaded anew for them. */
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
 * Logs the person of this page in again, who keeps everything on it; then the calls that wait go on.
 * @throws ApiError `invalid_credentials` when the password is wrong, `second_factor_required` where a code is
 *   wanted too; Error when it cannot be told who is here
 */
export async function logInAgain(password: string, code?: string): Promise<void> {
  // Whoever was asked whether to leave the page, and stayed, may still log in.
  stayHere();
  const { user } = currentSession();
  if (!user) throw new Error(m.shell_unexpected());
  const body = { email: user.email, password, ...(code && { code }) };
  storeLoginAgain(keepKnownBrowser(await callForOne(login, { body, headers: knownBrowser() })));
  await goOn();
}

/** The same with a passkey; that of somebody else loads the page anew for them. */
export async function logInAgainByPasskey(): Promise<void> {
  stayHere();
  storeLoginAgain(keepKnownBrowser(await enterWithPasskey()));
  await goOn();
}

/**
 * Another tab has logged in or out while this page waits. A login there ends the wait here too; after a
 * logout the page goes on waiting, with everything on it.
 * @returns false when the page does not wait for a login
 */
export function endWaitWithOtherTab(): boolean {
  if (!wait) return false;
  if (currentToken()) void goOn().catch(() => undefined);
  return true;
}

/** Ends the session for good; the login page leads back here, to an empty form. */
export function giveUpSession(): void {
  forgetLogin();
  leaveFor(loginPath(location));
}

/** Back to the parent's page in the back office, when an impersonation is over. */
export function leaveParent(): void {
  const id = currentSession().user?.id;
  forgetImpersonation();
  leaveFor(id === undefined ? '/' : `/admin/users/parents/${id}`);
}
