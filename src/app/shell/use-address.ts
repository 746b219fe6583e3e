import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const never = () => () => {};

/** False in the prerendered HTML and during hydration. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Pages are prerendered at `/login/` and read at `/login`. */
function withoutSlash(pathname: string): string {
  return pathname.replace(/(.)\/+$/, '$1');
}

/** Prerendered HTML knows only the path, so search and hash come after hydration. */
export function useAddress(): { pathname: string; search: string; hash: string; query: URLSearchParams } {
  const { pathname, ...given } = useLocation();
  const { search, hash } = useIsHydrated() ? given : { search: '', hash: '' };
  return { pathname: withoutSlash(pathname), search, hash, query: new URLSearchParams(search) };
}
