import { useEffect, useRef } from 'react';
import { Link, useLocation, NavigationType, useNavigate, useNavigationType } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';

/** The filters of each opened list, by the path of the list. */
const filtersOf = new Map<string, string>();

/** The path of the page before, by the entry of the browser's history. */
const cameFrom = new Map<string, string>();

const pathOf = (pathname: string) => pathname.replace(/(.)\/+$/, '$1');

export function useKeptFilters(): void {
  const { pathname, search } = useLocation();
  useEffect(() => void filtersOf.set(pathOf(pathname), search), [pathname, search]);
}

/** Notes which page stands before which in the history of this tab. */
export function useTrail(): void {
  const here = useLocation();
  const how = useNavigationType();
  const last = useRef(here);
  useEffect(() => {
    const before = last.current;
    last.current = here;
    if (before.key === here.key) return;
    if (how === NavigationType.Push) cameFrom.set(here.key, pathOf(before.pathname));
    const replaced = how === NavigationType.Replace && cameFrom.get(before.key);
    if (replaced) cameFrom.set(here.key, replaced);
  }, [here, how]);
}

type BackLinkProps = { to: string; text: string; className?: string };

/**
 * The way back to the list with filters, loaded rows and scroll position, by the browser's own step back; the
 * plain list after a link from elsewhere (OF0.5).
 */
export function BackLink({ to, text, className }: BackLinkProps) {
  const { key } = useLocation();
  const navigate = useNavigate();
  return (
    <Link
      to={to + (filtersOf.get(to) ?? '')}
      onClick={(event) => {
        const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
        if (!isPlain || cameFrom.get(key) !== to) return;
        event.preventDefault();
        void navigate(-1);
      }}
      className={classNames(
        'flex min-h-11 w-fit items-center underline underline-offset-4',
        'max-lg:-mt-2 lg:mb-2 print:hidden',
        className,
      )}
    >
      {text}
    </Link>
  );
}
