import type { EarlyCall } from '#app/api/fetch-with-timeout.ts';

/*
 * The script in the head of a page that is not finished, for a visitor whose login is stored. The build
 * bundles the file into the page (scripts/in-page-scripts.ts).
 */

/** A token is stored as it is, or in JSON with its times. */
function tokenIn(stored: string | null): unknown {
  if (!stored) return undefined;
  try {
    return JSON.parse(stored)?.access_token;
  } catch {
    return stored;
  }
}

function storedToken(): unknown {
  try {
    return (
      tokenIn(sessionStorage.getItem('impersonate_token')) ?? tokenIn(localStorage.getItem('auth_token'))
    );
  } catch {
    return undefined;
  }
}

/** The text of a cookie, decoded where it can be. */
function xsrfToken(): string | undefined {
  const [, text] = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie) ?? [];
  try {
    return text && decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The headers of every call (accounts.md §7). */
function headersFor(token: string): Record<string, string> {
  const csrf = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  const xsrf = xsrfToken();
  return {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    Authorization: `Bearer ${token}`,
    ...(csrf && { 'X-CSRF-TOKEN': csrf }),
    ...(xsrf && { 'X-XSRF-TOKEN': xsrf }),
  };
}

/**
 * Makes the calls of a page before its scripts are here; the client takes the answers from `earlyCalls`
 * (api/fetch-with-timeout.ts). The options come before the user (accounts.md §4). Answers are read to their
 * end, taken or not.
 * @param paths  below /api
 */
export default function callEarly(paths: readonly string[]): void {
  const token = storedToken();
  if (typeof token !== 'string') return;
  document.documentElement.dataset.known = '';
  const headers = headersFor(token);
  const kept = new Map<string, EarlyCall>();
  Reflect.set(globalThis, 'earlyCalls', kept);
  const ask = (path: string) => {
    const answer = fetch(`/api${path}`, { headers }).then(
      async (response) => new Response(await response.text(), response),
    );
    // Whoever takes the answer hears of its failure.
    answer.catch(() => undefined);
    kept.set(`/api${path}`, { authorization: headers.Authorization!, askedAt: performance.now(), answer });
    return answer;
  };
  ask('/option').then(
    () => void ask('/user'),
    () => undefined,
  );
  for (const path of paths) void ask(path);
}
