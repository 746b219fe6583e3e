import { ownToken, storeRefreshed, type StoredToken } from './tokens.ts';

type Refresher = (refreshToken: string) => Promise<StoredToken>;

let refresher: Refresher | undefined;
/** Registered, because `call` cannot import the refresh without a circle. */
export function setRefresher(refresh: Refresher): void {
  refresher = refresh;
}

/** One refresh at a time in all tabs: a second use of a rotated token ends the session (U). */
async function alone<T>(act: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || !navigator.locks) return act();
  return navigator.locks.request('auth_token', act);
}

/** The access token of this tab's last refresh, for the same person as the token before. */
let lastFresh: string | undefined;

async function refreshUnlessDone(stale: StoredToken): Promise<StoredToken | undefined> {
  const now = ownToken();
  if (now?.access_token !== stale.access_token) return now?.access_token === lastFresh ? now : undefined;
  if (!now.refresh_token || !refresher) return undefined;
  try {
    const fresh = await refresher(now.refresh_token);
    storeRefreshed(fresh);
    lastFresh = fresh.access_token;
    return fresh;
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

let refreshInFlight: Promise<StoredToken | undefined> | undefined;

/**
 * Refreshes `stale` by at most one call at a time.
 * @returns undefined for an ended session, and for a token of another tab, because the token may be of
 * another person
 */
export function refreshLogin(stale: StoredToken): Promise<StoredToken | undefined> {
  refreshInFlight ??= alone(() => refreshUnlessDone(stale)).finally(() => {
    refreshInFlight = undefined;
  });
  return refreshInFlight;
}
