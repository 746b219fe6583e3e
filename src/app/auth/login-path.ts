/** Where the Log in link leads back to: here, or where this page was on the way to (accounts.md §2). */
export function loginPath(location: { pathname: string; search: string; hash: string }): string {
  const isOnTheWay = new URLSearchParams(location.search).has('redirectPath');
  const back = isOnTheWay ? '/' : location.pathname + location.search + location.hash;
  return withRedirect('/login', back);
}

/** A screen of the login, with where it leads afterwards. */
export function withRedirect(path: string, redirectPath: string | undefined): string {
  return redirectPath ? `${path}?redirectPath=${encodeURIComponent(redirectPath)}` : path;
}
