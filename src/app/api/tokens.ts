import { KNOWN_BROWSER_HEADER } from '#kit/endpoint/take-turn.ts';
import { safeLocalStorage, safeSessionStorage } from './storage.ts';

/** What is kept under `auth_token`; without a refresh token when not kept logged in. */
export type StoredToken = { access_token: string; refresh_token?: string };

const AUTH_TOKEN = 'auth_token';
const IMPERSONATE_TOKEN = 'impersonate_token';
const CONTRACT = 'contract';

/** By this the server knows a browser that was logged in before; it stays after a logout (H5). */
const KNOWN_BROWSER = 'known_browser';

/** Where someone was going who had forgotten the password (accounts.md §9). */
export const RESET_REDIRECT_PATH = 'reset_password_redirect_path';

/** A login, or another reset that leads nowhere, is the end of what an earlier reset was for. */
export function forgetResetRedirect(): void {
  safeLocalStorage.removeItem(RESET_REDIRECT_PATH);
}

function parseToken(text: string | null): StoredToken | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isRecord = typeof value === 'object' && value !== null && 'access_token' in value;
    return isRecord && typeof value.access_token === 'string' ? (value as StoredToken) : undefined;
  } catch {
    // An impersonation token may be stored bare.
    return { access_token: text };
  }
}

/** The token of this browser's own login. */
export function ownToken(): StoredToken | undefined {
  return parseToken(safeLocalStorage.getItem(AUTH_TOKEN));
}

/** The token that calls carry: an impersonation goes before the own login (accounts.md §4). */
export function currentToken(): StoredToken | undefined {
  return parseToken(safeSessionStorage.getItem(IMPERSONATE_TOKEN)) ?? ownToken();
}

export function isImpersonating(): boolean {
  return parseToken(safeSessionStorage.getItem(IMPERSONATE_TOKEN)) !== undefined;
}

/** The header that goes with each login of this browser. */
export function knownBrowser(): { [KNOWN_BROWSER_HEADER]?: string } {
  const known_browser = safeLocalStorage.getItem(KNOWN_BROWSER);
  return known_browser ? { [KNOWN_BROWSER_HEADER]: known_browser } : {};
}

/** Keeps what a login answered for the next one; the rest of the answer is the token record. */
export function keepKnownBrowser({
  known_browser,
  ...token
}: StoredToken & { known_browser?: string }): StoredToken {
  if (known_browser) safeLocalStorage.setItem(KNOWN_BROWSER, known_browser);
  return token;
}

/** Stores a login; a new login also ends the contract draft of the one before (W7). */
export function storeLogin(token: StoredToken, keepMeLoggedIn: boolean): void {
  const { refresh_token, ...short } = token;
  safeLocalStorage.setItem(AUTH_TOKEN, JSON.stringify(keepMeLoggedIn ? { ...short, refresh_token } : short));
  forgetResetRedirect();
  forgetDraft();
}

/** Stores the login of the same person again: it stays as long as the one before, and so does the draft. */
export function storeLoginAgain({ refresh_token, ...short }: StoredToken): void {
  const isKept = ownToken()?.refresh_token !== undefined;
  safeLocalStorage.setItem(AUTH_TOKEN, JSON.stringify(isKept ? { ...short, refresh_token } : short));
}

export function storeRefreshed(token: StoredToken): void {
  safeLocalStorage.setItem(AUTH_TOKEN, JSON.stringify(token));
}

/** Forgets everything that belongs to the login. */
export function forgetLogin(): void {
  safeLocalStorage.removeItem(AUTH_TOKEN);
  safeSessionStorage.removeItem(IMPERSONATE_TOKEN);
  forgetDraft();
}

/** Starts impersonating a parent in this tab only; the own login stays. */
export function storeImpersonation({ access_token }: StoredToken): void {
  safeSessionStorage.setItem(IMPERSONATE_TOKEN, JSON.stringify({ access_token }));
  forgetDraft();
}

export function forgetDraft(): void {
  safeSessionStorage.removeItem(CONTRACT);
}

export function forgetImpersonation(): void {
  safeSessionStorage.removeItem(IMPERSONATE_TOKEN);
}

/** Calls back when another tab logs in, refreshes or logs out. */
export function onTokenChangedElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // Null: the other tab cleared everything.
    if (event.key === AUTH_TOKEN || event.key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
