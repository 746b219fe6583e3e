import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const never = () => () => {};

/** False in the finished HTML and while it hydrates. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The finished HTML of a page is made at `/login/`, and read at `/login`. */
function withoutSlash(pathname: string): string {
  return pathname.replace(/(.)\/+$/, '$1');
}

/** The address; the finished HTML was made of the path alone, so the rest comes after hydration. */
export function useAddress(): { pathname: string; search: string; hash: string; query: URLSearchParams } {
  const { pathname, ...given } = useLocation();
  const { search, hash } = useIsHydrated() ? given : { search: '', hash: '' };
  return { pathname: withoutSlash(pathname), search, hash, query: new URLSearchParams(search) };
}
