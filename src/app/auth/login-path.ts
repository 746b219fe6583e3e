/** The Log in link returns to this page, or to this page's own target (accounts.md §2). */
export function loginPath(location: { pathname: string; search: string; hash: string }): string {
  const isOnTheWay = new URLSearchParams(location.search).has('redirectPath');
  const back = isOnTheWay ? '/' : location.pathname + location.search + location.hash;
  return withRedirect('/login', back);
}

export function withRedirect(path: string, redirectPath: string | undefined): string {
  return redirectPath ? `${path}?redirectPath=${encodeURIComponent(redirectPath)}` : path;
}
