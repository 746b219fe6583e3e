import { m } from '#i18n/messages.js';
import { call, callForOne, onDeadToken, onProofRequired } from '#app/api/client.ts';
import { setRefresher } from '#app/api/refresh.ts';
import { isPassing, sentencesOf } from '#app/api/api-error.ts';
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

/** Fetches the user when there is a token; a visitor without one makes no GET /user (W8). */
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
    // No answer, or none of substance, says nothing about who is here. Nor does the end of the session of
    // somebody who logs in again on this page.
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

/** Asks again for what could not be asked at the start. */
export async function startAgain(): Promise<void> {
  if (currentSession().options.length === 0) await loadOptions();
  await loadUser();
}

/** A page from the browser's back-forward cache has missed what happened since, such as a logout. */
function onShownAgain(event: PageTransitionEvent): void {
  if (!event.persisted) return;
  stayHere();
  void loadUser();
}

let started: Promise<void> | undefined;

/** Starts the app: the options first, then the user (accounts.md §4). Called once, in the browser. */
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
 * @throws ApiError `invalid_credentials` when e-mail and password do not match, `second_factor_required`
 *   where the account wants a code too; Error when the token came and the user did not, as nobody is here
 *   before the user has an id (accounts.md §4)
 */
export async function logIn({ email, password, code }: Credentials, keepMeLoggedIn: boolean): Promise<void> {
  const body = { email: email.toLowerCase(), password, ...(code && { code }) };
  await begin(await callForOne(login, { body, headers: knownBrowser() }), keepMeLoggedIn);
}

async function begin(record: Parameters<typeof keepKnownBrowser>[0], keepMeLoggedIn: boolean): Promise<void> {
  storeLogin(keepKnownBrowser(record), keepMeLoggedIn);
  changeSession({ isFreshLogin: true, user: undefined });
  await loadUser();
  if (!currentSession().user) throw new Error(currentSession().errors[0] ?? m.shell_unexpected());
}

/**
 * Logs in with a passkey of this device, whoever's it is.
 * @throws ApiError; Error when the browser gave none, or the user did not come
 */
export async function logInByPasskey(keepMeLoggedIn: boolean): Promise<void> {
  await begin(await enterWithPasskey(), keepMeLoggedIn);
}

/** Creates the account and logs in at once with the lower-cased e-mail (accounts.md §4). */
export async function signUp(registration: Registration): Promise<void> {
  await call(register, { body: registration });
  await logIn(registration, true);
}

/** A 401 to a logout means that it had ended already. */
export async function logOut(): Promise<void> {
  await call(logout).catch(() => undefined);
  forgetLogin();
  leaveFor('/');
}

/** What the server says of the user after a change of their own. */
export function keepUser(user: User): void {
  changeSession({ user });
}

/** A new password has ended every session of an account; one in this browser is forgotten too. */
export function leaveSessionOf(email: string): void {
  if (currentSession().user?.email !== email) return;
  forgetLogin();
  changeSession({ user: undefined, isImpersonating: false });
}

/** Staff see the site as a parent from here on; the page is loaded anew, without the office's data. */
export async function impersonate(parentId: number, reason: string): Promise<void> {
  storeImpersonation(await callForOne(startImpersonation, { params: { id: parentId }, body: { reason } }));
  leaveFor('/dashboard');
}

/** Ends the impersonation, on the server too, and goes back to that parent's page in the back office. */
export async function stopImpersonating(): Promise<void> {
  // One that has run out meanwhile is over as well; so is one that the server cannot be told of, within the
  // hour.
  await call(stopImpersonation).catch(() => undefined);
  leaveParent();
}
