import type { Option, User } from '#modules/accounts/accounts.contract.ts';

/** Who is here. `starting` until the app knows; then with or without a user. */
export type Session = {
  readonly isReady: boolean;
  /** a token was found and its user is being fetched */
  readonly isLoading: boolean;
  readonly user?: User;
  /** the user's session is over: the page stays as it is until they have logged in again */
  readonly hasEnded: boolean;
  /** a call waits for the password, which was given too long ago (H2) */
  readonly isProofAsked: boolean;
  /** a token was found, and who it is of could not be asked for a reason that passes */
  readonly isUnsure: boolean;
  readonly options: readonly Option[];
  readonly isImpersonating: boolean;
  /** the login happened on this page, and was not found stored */
  readonly isFreshLogin: boolean;
  readonly errors: readonly string[];
};

const nobody: Session = {
  isReady: false,
  isLoading: false,
  hasEnded: false,
  isProofAsked: false,
  isUnsure: false,
  options: [],
  isImpersonating: false,
  isFreshLogin: false,
  errors: [],
};

let session = nobody;
const listeners = new Set<() => void>();

let isLeaving = false;

/** Loads another page, so that nothing of the session stays in memory; until then this page keeps still. */
export function leaveFor(path: string): void {
  isLeaving = true;
  location.assign(path);
}

/** Loads this page anew, without anything of the person before. */
export function reloadPage(): void {
  isLeaving = true;
  location.reload();
}

export const isLeavingPage = (): boolean => isLeaving;

/** The page is used after all: it was shown again, or the browser asked whether to leave it. */
export function stayHere(): void {
  isLeaving = false;
}

export function changeSession(part: Partial<Session>): void {
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
