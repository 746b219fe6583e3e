import { m } from '#i18n/messages.js';
import { call, callForOne, onDeadToken, onProofRequired } from '#app/api/client.ts';
import { setRefresher } from '#app/api/refresh.ts';
import { isPassing, ReadableError, sentencesOf } from '#app/api/api-error.ts';
import {
  currentToken,
  forgetLogin,
  isImpersonating,
  keepKnownBrowser,
  knownBrowser,
  onTokenChangedElsewhere,
  storeImpersonation,
  storeLogin,
} from '#app/api/tokens.ts';
import { endWaitWithOtherTab, leaveParent, leaveToSomebodyElse, replaceDeadToken } from './ended-session.ts';
import { enterWithPasskey } from './passkeys.ts';
import { askForProof } from './recent-proof.ts';
import { changeSession, currentSession, leaveFor, stayHere } from './session-state.ts';
import { startImpersonation } from '#modules/office/people/people.contract.ts';
import {
  currentUser,
  listOptions,
  login,
  logout,
  refreshToken,
  register,
  stopImpersonation,
  type Registration,
  type User,
} from '#modules/accounts/accounts.contract.ts';

async function loadOptions(): Promise<void> {
  changeSession({ options: await call(listOptions).catch(() => []) });
}

/** A visitor without a token makes no GET /user (W8). */
export async function loadUser(): Promise<void> {
  if (!currentToken()) {
    changeSession({ user: undefined, isImpersonating: false, isLoading: false, isUnsure: false });
    return;
  }
  changeSession({ isLoading: true });
  try {
    const user = await callForOne(currentUser);
    if (leaveToSomebodyElse(user)) return;
    changeSession({
      user,
      isImpersonating: user.is_impersonated || isImpersonating(),
      isLoading: false,
      isUnsure: false,
      errors: [],
    });
  } catch (error) {
    // A passing failure does not change the session; neither does an ended session during another login on
    // this page.
    const { user, hasEnded } = currentSession();
    const isUnsure = isPassing(error);
    const isKept = isUnsure || hasEnded;
    changeSession({
      user: isKept ? user : undefined,
      isUnsure,
      isLoading: false,
      errors: sentencesOf(error),
    });
  }
}

export async function startAgain(): Promise<void> {
  if (currentSession().options.length === 0) await loadOptions();
  await loadUser();
}

/** A page from the back-forward cache has missed changes, such as a logout. */
function onShownAgain(event: PageTransitionEvent): void {
  if (!event.persisted) return;
  stayHere();
  void loadUser();
}

let started: Promise<void> | undefined;

/** Loads the options first, then the user (accounts.md §4). Called once, in the browser. */
export function startSession(): Promise<void> {
  started ??= (async () => {
    setRefresher((refresh_token) => callForOne(refreshToken, { body: { refresh_token } }));
    onDeadToken(replaceDeadToken);
    onProofRequired(askForProof);
    window.addEventListener('pageshow', onShownAgain);
    window.addEventListener('online', () => currentSession().isUnsure && void startAgain());
    onTokenChangedElsewhere(() => void (endWaitWithOtherTab() || loadUser()));
    const optionsLoaded = loadOptions();
    if (currentToken()) {
      changeSession({ isLoading: true });
      await optionsLoaded;
      await loadUser();
    }
    changeSession({ isReady: true });
  })();
  return started;
}

type Credentials = { email: string; password: string; code?: string };

/**
 * @throws ApiError `invalid_credentials` or `second_factor_required`; ReadableError for a token without a
 * user, because a session needs the user's id (accounts.md §4)
 */
export async function logIn({ email, password, code }: Credentials, keepMeLoggedIn: boolean): Promise<void> {
  const body = { email: email.toLowerCase(), password, ...(code && { code }) };
  await begin(await callForOne(login, { body, headers: knownBrowser() }), keepMeLoggedIn);
}

async function begin(record: Parameters<typeof keepKnownBrowser>[0], keepMeLoggedIn: boolean): Promise<void> {
  storeLogin(keepKnownBrowser(record), keepMeLoggedIn);
  changeSession({ isFreshLogin: true, user: undefined });
  await loadUser();
  if (!currentSession().user) throw new ReadableError(currentSession().errors[0] ?? m.shell_unexpected());
}

/** @throws ApiError; ReadableError without a passkey or without a user */
export async function logInByPasskey(keepMeLoggedIn: boolean): Promise<void> {
  await begin(await enterWithPasskey(), keepMeLoggedIn);
}

/** Creates the account and logs in with the lower-cased email (accounts.md §4). */
export async function signUp(registration: Registration): Promise<void> {
  await call(register, { body: registration });
  await logIn(registration, true);
}

/** A 401 means an ended session. */
export async function logOut(to = '/'): Promise<void> {
  await call(logout).catch(() => undefined);
  forgetLogin();
  leaveFor(to);
}

export function keepUser(user: User): void {
  changeSession({ user });
}

/** A new password has ended all sessions of the account, including a session of this browser. */
export function leaveSessionOf(email: string): void {
  if (currentSession().user?.email !== email) return;
  forgetLogin();
  changeSession({ user: undefined, isImpersonating: false });
}

/** The page reloads, without the data of the office. */
export async function impersonate(parentId: number, reason: string): Promise<void> {
  storeImpersonation(await callForOne(startImpersonation, { params: { id: parentId }, body: { reason } }));
  leaveFor('/dashboard');
}

/** @param to  the page of the office after; without, that of the parent */
export async function stopImpersonating(to?: string): Promise<void> {
  // An expired impersonation is over; after a failed call the impersonation expires within the hour.
  await call(stopImpersonation).catch(() => undefined);
  leaveParent(to);
}
