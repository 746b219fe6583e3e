import { ownToken, storeRefreshed, type StoredToken } from './tokens.ts';

type Refresher = (refreshToken: string) => Promise<StoredToken>;

let refresher: Refresher | undefined;
/** Tells how a refresh token becomes a new token record; `call` cannot import it without a circle. */
export function setRefresher(refresh: Refresher): void {
  refresher = refresh;
}

/** One refresh at a time in all tabs of the browser: a second use of a rotated token ends the session (U). */
async function alone<T>(act: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || !navigator.locks) return act();
  return navigator.locks.request('auth_token', act);
}

async function refreshUnlessDone(stale: StoredToken): Promise<StoredToken | undefined> {
  const now = ownToken();
  // Another tab refreshed, or logged out, while this one waited.
  if (!now || now.access_token !== stale.access_token) return now;
  if (!now.refresh_token || !refresher) return undefined;
  try {
    const fresh = await refresher(now.refresh_token);
    storeRefreshed(fresh);
    return fresh;
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

let refreshInFlight: Promise<StoredToken | undefined> | undefined;

/**
 * A token record that replaces `stale`, made by at most one call however many ask at once.
 * @returns undefined when the session can't be renewed; the reason is logged and the caller raises its own
 *   error
 */
export function refreshLogin(stale: StoredToken): Promise<StoredToken | undefined> {
  refreshInFlight ??= alone(() => refreshUnlessDone(stale)).finally(() => {
    refreshInFlight = undefined;
  });
  return refreshInFlight;
}
