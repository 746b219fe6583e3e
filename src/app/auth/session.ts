import { m } from '#i18n/messages.js';
import { call, callForOne, listenForDeadToken, type DeadToken } from '#app/api/client.ts';
import { setRefresher } from '#app/api/refresh.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import {
  currentToken,
  forgetImpersonation,
  forgetLogin,
  isImpersonating,
  onTokenChangedElsewhere,
  storeImpersonation,
  storeLogin,
} from '#app/api/tokens.ts';
import { loginPath } from './login-path.ts';
import type { Option, Registration, User } from '#modules/accounts/accounts.contract.ts';

/** Who is here. `starting` until the app knows; then with or without a user. */
export type Session = {
  readonly isReady: boolean;
  /** a token was found and its user is being fetched */
  readonly isLoading: boolean;
  readonly user?: User;
  readonly options: readonly Option[];
  readonly isImpersonating: boolean;
  /** the login happened on this page, and was not found stored */
  readonly isFreshLogin: boolean;
  readonly errors: readonly string[];
};

// The declarations bring Zod along, which a visitor who only reads the public pages need not load.
const declarations = () => import('#modules/accounts/accounts.contract.ts');

const nobody: Session = {
  isReady: false,
  isLoading: false,
  options: [],
  isImpersonating: false,
  isFreshLogin: false,
  errors: [],
};

let session = nobody;
const listeners = new Set<() => void>();

let isLeaving = false;

/** Loads another page, so that nothing of the session stays in memory; until then this page keeps still. */
function leaveFor(path: string): void {
  isLeaving = true;
  location.assign(path);
}

function change(part: Partial<Session>): void {
  if (isLeaving) return;
  session = { ...session, ...part };
  for (const listener of listeners) listener();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function currentSession(): Session {
  return session;
}

/** What the prerendered HTML was made with; hydration starts from it. */
export function sessionAtBuild(): Session {
  return nobody;
}

async function loadOptions(): Promise<void> {
  const { listOptions } = await declarations();
  change({ options: await call(listOptions).catch(() => []) });
}

/** Fetches the user when there is a token; a visitor without one makes no GET /user (W8). */
export async function loadUser(): Promise<void> {
  if (!currentToken()) {
    change({ user: undefined, isImpersonating: false, isLoading: false });
    return;
  }
  change({ isLoading: true });
  try {
    const { currentUser } = await declarations();
    const user = await callForOne(currentUser);
    change({
      user,
      isImpersonating: user.is_impersonated || isImpersonating(),
      isLoading: false,
      errors: [],
    });
  } catch (error) {
    change({ user: undefined, isLoading: false, errors: sentencesOf(error) });
  }
}

/**
 * Ends the session of someone whose token is dead, and only of someone who had one (W8). The user's own call
 * sends them to '/' (accounts.md §4); any other call happens amid some work, to which the login leads back.
 */
function endSession({ path, errors }: DeadToken): void {
  if (!errors.includes(m.portal_unauthenticated())) return;
  // Only the impersonation has run out; the staff member's own login goes on.
  if (isImpersonating()) {
    leaveParent();
    return;
  }
  const wasAtWork = session.user !== undefined && path !== '/user';
  forgetLogin();
  leaveFor(wasAtWork ? loginPath(location) : '/');
}

/** A page from the browser's back-forward cache has missed what happened since, such as a logout. */
function onShownAgain(event: PageTransitionEvent): void {
  if (!event.persisted) return;
  isLeaving = false;
  void loadUser();
}

let started: Promise<void> | undefined;

/** Starts the app: the options first, then the user (accounts.md §4). Called once, in the browser. */
export function startSession(): Promise<void> {
  started ??= (async () => {
    setRefresher(async (refresh_token) => {
      const { refreshToken } = await declarations();
      return callForOne(refreshToken, { body: { refresh_token } });
    });
    listenForDeadToken(endSession);
    window.addEventListener('pageshow', onShownAgain);
    onTokenChangedElsewhere(() => void loadUser());
    const optionsLoaded = loadOptions();
    if (currentToken()) {
      change({ isLoading: true });
      await optionsLoaded;
      await loadUser();
    }
    change({ isReady: true });
  })();
  return started;
}

/**
 * @throws ApiError `invalid_credentials` when e-mail and password do not match; Error when the token came and
 *   the user
 *   did not, as nobody is here before the user has an id (accounts.md §4)
 */
export async function logIn(email: string, password: string, keepMeLoggedIn: boolean): Promise<void> {
  const { login } = await declarations();
  const token = await callForOne(login, { body: { email: email.toLowerCase(), password } });
  storeLogin(token, keepMeLoggedIn);
  change({ isFreshLogin: true });
  await loadUser();
  if (!session.user) throw new Error(session.errors[0] ?? m.shell_unexpected());
}

/** Creates the account and logs in at once with the lower-cased e-mail (accounts.md §4). */
export async function signUp(registration: Registration): Promise<void> {
  const { register } = await declarations();
  await call(register, { body: registration });
  await logIn(registration.email, registration.password, true);
}

/** A 401 to a logout means that it had ended already. */
export async function logOut(): Promise<void> {
  const { logout } = await declarations();
  await call(logout).catch(() => undefined);
  forgetLogin();
  leaveFor('/');
}

/** What the server says of the user after a change of their own. */
export function keepUser(user: User): void {
  change({ user });
}

/** A new password has ended every session of an account; one in this browser is forgotten too. */
export function leaveSessionOf(email: string): void {
  if (session.user?.email !== email) return;
  forgetLogin();
  change({ user: undefined, isImpersonating: false });
}

/** Staff see the site as a parent from here on; the page is loaded anew, without the office's data. */
export async function impersonate(parentId: number, reason: string): Promise<void> {
  const { startImpersonation } = await import('#modules/admin/admin.contract.ts');
  storeImpersonation(await callForOne(startImpersonation, { params: { id: parentId }, body: { reason } }));
  leaveFor('/dashboard');
}

/** Ends the impersonation, on the server too, and goes back to that parent's page in the back office. */
export async function stopImpersonating(): Promise<void> {
  const { stopImpersonation } = await declarations();
  // One that has run out meanwhile is over as well; so is one that the server cannot be told of, within the
  // hour.
  await call(stopImpersonation).catch(() => undefined);
  leaveParent();
}

function leaveParent(): void {
  const id = session.user?.id;
  forgetImpersonation();
  leaveFor(id === undefined ? '/' : `/admin/users/parents/${id}`);
}
