import type { Option, User } from '#modules/accounts/accounts.contract.ts';

export type Session = {
  readonly isReady: boolean;
  readonly isLoading: boolean;
  readonly user?: User;
  /** the session has ended: the page stays until another login */
  readonly hasEnded: boolean;
  /** a further sentence for that login, about the call that waits */
  readonly endedNote: string | null;
  /** a call waits for a recent password (H2) */
  readonly isProofAsked: boolean;
  /** a token exists, but the user could not be read for a passing reason */
  readonly isUnsure: boolean;
  readonly options: readonly Option[];
  readonly isImpersonating: boolean;
  readonly isFreshLogin: boolean;
  readonly errors: readonly string[];
};

const nobody: Session = {
  isReady: false,
  isLoading: false,
  hasEnded: false,
  endedNote: null,
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

/** A load by the browser clears the session from memory; until then the page ignores changes. */
export function leaveFor(path: string): void {
  isLeaving = true;
  location.assign(path);
}

export function reloadPage(): void {
  isLeaving = true;
  location.reload();
}

export const isLeavingPage = (): boolean => isLeaving;

/** The page stays: shown again from the cache, or kept after the browser's question. */
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

/** The session of the prerendered HTML, and the start of hydration. */
export function sessionAtBuild(): Session {
  return nobody;
}
