import { useEffect } from 'react';
import { m } from '#i18n/messages.js';

/** The keys of the office, as the list of `?` shows them (OF0.6). */
export const KEYS: readonly { keys: string; act: () => string }[] = [
  { keys: '?', act: m.office_key_help },
  { keys: '/', act: m.office_key_search },
  { keys: 'Ctrl K (⌘ K)', act: m.office_key_find },
  { keys: '↑ ↓', act: m.office_key_arrows },
  { keys: 'Enter', act: m.office_key_enter },
  { keys: 'x', act: m.office_key_select },
  { keys: '⇧ x', act: m.office_key_select_span },
  { keys: 'e', act: m.office_key_export },
  { keys: 'j k', act: m.office_key_rows },
  { keys: 'f', act: m.office_key_family },
  { keys: 'Esc', act: m.office_key_escape },
];

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([data-select]), textarea, select, [contenteditable]') !== null;

const hasDialog = () =>
  document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null;

const searchOf = (page: HTMLElement) => page.querySelector<HTMLInputElement>('input[type="search"]');
const rowsOf = (page: HTMLElement) => [...page.querySelectorAll<HTMLElement>('a[data-row]')];

/** The link of the row in which the focus is. */
const linkOf = (here: EventTarget | null) =>
  here instanceof Element ? here.closest('tr')?.querySelector<HTMLElement>('a[data-row]') : undefined;

function stepFrom(page: HTMLElement, here: EventTarget | null, step: number): HTMLElement | undefined {
  const rows = rowsOf(page);
  const at = rows.indexOf(linkOf(here)!);
  if (at >= 0) return rows[at + step] ?? (at === 0 && step < 0 ? (searchOf(page) ?? undefined) : undefined);
  const isOnPage = here === document.body || (here instanceof Node && page.contains(here));
  return isOnPage && step > 0 ? rows[0] : undefined;
}

function goToSearch(page: HTMLElement): boolean {
  const search = searchOf(page);
  search?.focus();
  search?.select();
  return search !== null;
}

/** The typed words stay: browsers would empty the field. */
function leaveSearch(page: HTMLElement, { target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLInputElement) || target.type !== 'search') return false;
  (rowsOf(page)[0] ?? page).focus();
  return true;
}

function download(page: HTMLElement): boolean {
  const button = page.querySelector<HTMLElement>('[data-download] button');
  button?.click();
  return button !== null;
}

/** Links of a page about one row: to the rows beside in the list, and to the family (OF10.7). */
const LINKS: Record<string, string> = {
  f: '[data-family] a',
  j: 'a[data-step="next"]',
  k: 'a[data-step="previous"]',
};

function follow(page: HTMLElement, selector: string): boolean {
  const link = page.querySelector<HTMLElement>(selector);
  link?.click();
  return link !== null;
}

/** Presses the box of the row in which the focus is; with Shift, of all rows from the last one (OF1.5). */
function select(here: EventTarget | null, shiftKey: boolean): boolean {
  const row = here instanceof Element ? here.closest('tr') : null;
  const box = row?.querySelector<HTMLElement>('input[data-select]');
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
  return Boolean(box);
}

function isActed(page: HTMLElement, event: KeyboardEvent, showKeys: () => void): boolean {
  if (event.key === 'Escape') return leaveSearch(page, event);
  if (isTyping(event.target)) return false;
  const step = STEPS[event.key];
  if (step !== undefined) {
    const next = event.shiftKey ? undefined : stepFrom(page, event.target, step);
    next?.focus();
    return next !== undefined;
  }
  if (event.key === '/') return goToSearch(page);
  if (event.key === 'e') return download(page);
  const link = LINKS[event.key];
  if (link !== undefined) return follow(page, link);
  if (event.key === 'x' || event.key === 'X') return select(event.target, event.shiftKey);
  if (event.key !== '?') return false;
  showKeys();
  return true;
}

const isFind = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';

const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/** A letter that is typed before the search has its field. */
const isEarly = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey && !isTyping(target) && !isInDialog(target);

type Acts = {
  showKeys: () => void;
  /** undefined for who may not search */
  find: (() => void) | undefined;
  /** a dialog is open or on the way */
  isBusy: boolean;
  /** takes early letters while the search is on the way */
  onEarly: ((letter: string) => void) | undefined;
};

/** No key acts while a text field has the focus, Ctrl K and Escape excepted, or below an open dialog. */
export function useKeys({ showKeys, find, isBusy, onEarly }: Acts): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (onEarly && isEarly(event)) {
        event.preventDefault();
        onEarly(event.key);
        return;
      }
      const page = document.querySelector<HTMLElement>('main');
      if (!page || event.defaultPrevented || isBusy || hasDialog()) return;
      if (find && isFind(event)) {
        event.preventDefault();
        find();
        return;
      }
      const isOther = event.ctrlKey || event.metaKey || event.altKey;
      if (!isOther && isActed(page, event, showKeys)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [showKeys, find, isBusy, onEarly]);
}
