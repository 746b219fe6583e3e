import { useEffect } from 'react';

/** The page of one row of a list: `/admin/orders/217`. */
const ROW_PAGE = /^(\/admin\/(?:orders|students|users\/parents)\/)\d+$/;

/** The pages of the rows among which a page was opened, in the order of the list. */
let trail: readonly string[] = [];

/** The page on which these rows stand. */
let list = '';

const pathOf = (link: HTMLAnchorElement) => new URL(link.href).pathname;

/** Keeps the rows beside an opened row, of one kind: orders beside an order. */
function noteRows(link: HTMLAnchorElement): void {
  const kind = ROW_PAGE.exec(pathOf(link))?.[1];
  const page = link.closest('main');
  // On the page of a row, other links lead away from the list.
  if (!kind || !page || page.querySelector('[data-step]')) return;
  const paths = [...page.querySelectorAll<HTMLAnchorElement>('a[href]')].map(pathOf);
  list = window.location.pathname;
  trail = [...new Set(paths.filter((path) => ROW_PAGE.exec(path)?.[1] === kind))];
}

/** The rows before and after a row of the list that it was opened from (OF10.7). */
export function rowsBeside(pathname: string): { previous: string | undefined; next: string | undefined } {
  const at = trail.indexOf(pathname);
  if (at < 0) return { previous: undefined, next: undefined };
  return { previous: trail[at - 1], next: trail[at + 1] };
}

/** The page from which a row was opened, if another one than its usual list. */
export const otherListOf = (pathname: string, usual: string): string | undefined =>
  trail.includes(pathname) && list !== usual ? list : undefined;

export function useRowTrail(): void {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link) noteRows(link);
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);
}
