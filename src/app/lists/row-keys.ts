import { useEffect, type RefObject } from 'react';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

export function useSearchKey(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [box]);
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

function stepThroughRows(list: HTMLElement, event: globalThis.KeyboardEvent): void {
  const step = STEPS[event.key];
  if (step === undefined || event.target instanceof HTMLSelectElement) return;
  const rows = [...list.querySelectorAll<HTMLElement>('a[data-row]')];
  const here = rows.indexOf(document.activeElement as HTMLElement);
  const next = here < 0 ? (step > 0 ? rows[0] : undefined) : rows[here + step];
  const search = list.querySelector<HTMLElement>('input[type="search"]');
  const target = next ?? (here === 0 && step < 0 ? search : undefined);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** Arrow keys move between rows, and from the search into the list; Enter follows the link. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const within = list.current;
    if (!within) return undefined;
    const onKeyDown = (event: globalThis.KeyboardEvent) => stepThroughRows(within, event);
    within.addEventListener('keydown', onKeyDown);
    return () => within.removeEventListener('keydown', onKeyDown);
  }, [list]);
}
