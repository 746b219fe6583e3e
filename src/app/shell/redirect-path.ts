/**
 * Where to go after a login, taken from the address: only a path of this site (W9).
 * @returns undefined when there is none, or when it would lead elsewhere (`//evil`, `/\evil`, `https:`)
 */
export function safeRedirectPath(given: string | null | undefined): string | undefined {
  if (!given || !given.startsWith('/') || given.startsWith('//') || /[\\\u0000-\u001f]/.test(given)) return undefined;
  const parsed = new URL(given, 'https://here.invalid');
  return parsed.origin === 'https://here.invalid' ? parsed.pathname + parsed.search + parsed.hash : undefined;
}

/** The path that the Log in link carries: here, or '/' when this page was itself on the way somewhere (accounts.md §2). */
export function loginPath(location: { pathname: string; search: string }): string {
  const isOnTheWay = new URLSearchParams(location.search).has('redirectPath');
  const back = isOnTheWay ? '/' : location.pathname + location.search;
  return `/login?redirectPath=${encodeURIComponent(back)}`;
}
