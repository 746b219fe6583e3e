import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const never = () => () => {};

/** False in the finished HTML and while it hydrates. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(never, () => true, () => false);
}

/** The finished HTML of a page is made at `/login/`, and read at `/login`. */
function withoutSlash(pathname: string): string {
  return pathname.replace(/(.)\/+$/, '$1');
}

/** Path and query of the address; the finished HTML was made without a query, so it comes after hydration. */
export function useAddress(): { pathname: string; search: string; query: URLSearchParams } {
  const { pathname, search } = useLocation();
  const known = useIsHydrated() ? search : '';
  return { pathname: withoutSlash(pathname), search: known, query: new URLSearchParams(known) };
}
