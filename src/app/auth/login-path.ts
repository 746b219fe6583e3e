/**
 * The path that the Log in link carries: here, or '/' when this page was itself on the way somewhere
 * (accounts.md §2).
 */
export function loginPath(location: { pathname: string; search: string; hash: string }): string {
  const isOnTheWay = new URLSearchParams(location.search).has('redirectPath');
  const back = isOnTheWay ? '/' : location.pathname + location.search + location.hash;
  return `/login?redirectPath=${encodeURIComponent(back)}`;
}
