import { useLayoutEffect } from 'react';

const ROW = 'li, tr, article';

/** The list is read again after the dialog has closed; the row goes with the new list. */
const FOLLOWED_FOR_MS = 5_000;

type Place = { opener: Element; neighbors: (Element | null | undefined)[] };

function placeOf(opener: Element): Place {
  const row = opener.closest(ROW);
  return { opener, neighbors: [row?.nextElementSibling, row?.previousElementSibling] };
}

function focusBeside({ neighbors }: Place): void {
  const row = neighbors.find((neighbor) => neighbor?.isConnected);
  const inRow = row?.querySelector<HTMLElement>('a[href], button:not(:disabled)');
  if (inRow) return inRow.focus();
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

function followRemoval(place: Place): void {
  const check = () => {
    const focused = document.activeElement ?? document.body;
    if (place.opener.isConnected || focused !== document.body) return;
    observer.disconnect();
    focusBeside(place);
  };
  const observer = new MutationObserver(check);
  observer.observe(document.body, { childList: true, subtree: true });
  requestAnimationFrame(check);
  setTimeout(() => observer.disconnect(), FOLLOWED_FOR_MS);
}

/**
 * After a dialog that removes the row of its button, the focus stands at the next row, at the row before, or
 * at the heading of the page (MD20).
 */
export function useFocusAfterRemoval(isOpen: boolean): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    if (!isOpen || !opener || opener === document.body) return undefined;
    const place = placeOf(opener);
    return () => followRemoval(place);
  }, [isOpen]);
}
