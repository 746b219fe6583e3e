import { KNOWN_BROWSER_HEADER } from '#kit/endpoint/take-turn.ts';
import { safeLocalStorage, safeSessionStorage } from './storage.ts';

/** The record `auth_token`; without a refresh token if the login ends with the browser. */
export type StoredToken = { access_token: string; refresh_token?: string };

const AUTH_TOKEN = 'auth_token';
const IMPERSONATE_TOKEN = 'impersonate_token';
const CONTRACT = 'contract';

/** The server recognizes browsers with earlier logins; the value survives a logout (H5). */
const KNOWN_BROWSER = 'known_browser';

/** The target of the login after a password reset (accounts.md §9). */
export const RESET_REDIRECT_PATH = 'reset_password_redirect_path';

/** A login, or a reset without a target, ends the target of an earlier reset. */
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
    // An impersonation token may be stored without JSON.
    return { access_token: text };
  }
}

export function ownToken(): StoredToken | undefined {
  return parseToken(safeLocalStorage.getItem(AUTH_TOKEN));
}

/** An impersonation takes precedence over the own login (accounts.md §4). */
export function currentToken(): StoredToken | undefined {
  return parseToken(safeSessionStorage.getItem(IMPERSONATE_TOKEN)) ?? ownToken();
}

export function isImpersonating(): boolean {
  return parseToken(safeSessionStorage.getItem(IMPERSONATE_TOKEN)) !== undefined;
}

export function knownBrowser(): { [KNOWN_BROWSER_HEADER]?: string } {
  const known_browser = safeLocalStorage.getItem(KNOWN_BROWSER);
  return known_browser ? { [KNOWN_BROWSER_HEADER]: known_browser } : {};
}

export function keepKnownBrowser({
  known_browser,
  ...token
}: StoredToken & { known_browser?: string }): StoredToken {
  if (known_browser) safeLocalStorage.setItem(KNOWN_BROWSER, known_browser);
  return token;
}

/** A new login also deletes the contract draft of the earlier login (W7). */
export function storeLogin(token: StoredToken, keepMeLoggedIn: boolean): void {
  const { refresh_token, ...short } = token;
  safeLocalStorage.setItem(AUTH_TOKEN, JSON.stringify(keepMeLoggedIn ? { ...short, refresh_token } : short));
  forgetResetRedirect();
  forgetDraft();
}

/** Another login of the same person keeps the duration and the draft. */
export function storeLoginAgain({ refresh_token, ...short }: StoredToken): void {
  const isKept = ownToken()?.refresh_token !== undefined;
  safeLocalStorage.setItem(AUTH_TOKEN, JSON.stringify(isKept ? { ...short, refresh_token } : short));
}

export function storeRefreshed(token: StoredToken): void {
  safeLocalStorage.setItem(AUTH_TOKEN, JSON.stringify(token));
}

export function forgetLogin(): void {
  safeLocalStorage.removeItem(AUTH_TOKEN);
  safeSessionStorage.removeItem(IMPERSONATE_TOKEN);
  forgetDraft();
}

/** Only in this tab; the own login stays. */
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

export function onTokenChangedElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // null: the other tab cleared the storage.
    if (event.key === AUTH_TOKEN || event.key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
