import { useEffect, useState } from 'react';

/*
 * A finished page can be used before its application has started: what is typed, chosen and pressed meanwhile
 * is kept and done again when it has. A script of the page keeps it (first-load/start-later.ts).
 */

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Content = { value: string; isChecked: boolean };
export type EarlyActs = HTMLElement[] & { isOver?: boolean; typed: Map<Control, Content> };

const isBox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

function isTouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.selectedIndex > 0;
  return isBox(control) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
}

/** What stands in the fields before the application takes hold: a browser fills some in without a word. */
function findFilled(): Map<Control, Content> {
  const controls = document.querySelectorAll<Control>('main input, main textarea, main select');
  const touched = [...controls].filter(isTouched);
  return new Map(
    touched.map((control) => [
      control,
      { value: control.value, isChecked: isBox(control) && control.checked },
    ]),
  );
}

const CONTROLS = 'input, textarea, select';

/** What an element looks like to a person: its name among controls, or its words. */
function looksOf(element: HTMLElement): string {
  if (!element.matches(CONTROLS)) return `${element.tagName} ${element.textContent}`;
  const control = element as Control;
  return [element.tagName, control.type, control.name, isBox(control) ? control.value : ''].join(' ');
}

/**
 * The element that stands in the place of another: if the page differed from what React expected, React has
 * drawn it anew, and the old elements are out of the document.
 */
function inPlaceOf<Kind extends HTMLElement>(element: Kind): Kind | undefined {
  if (element.isConnected) return element;
  const alike = (root: ParentNode) =>
    [...root.querySelectorAll<Kind>(element.tagName)].filter((each) => looksOf(each) === looksOf(element));
  const at = alike(element.getRootNode() as Element).indexOf(element);
  return alike(document)[at];
}

/**
 * Types or chooses again. React hears only of what differs from what it has seen, so it sees nothing first.
 */
function doAgain(control: Control, { value, isChecked }: Content): void {
  if (isBox(control)) {
    control.checked = !isChecked;
    control.click();
    return;
  }
  control.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}

function press(element: HTMLElement): void {
  if (element instanceof HTMLFormElement) element.requestSubmit();
  else element.click();
}

/**
 * Does again what was done on the page before the application had started. Once, in the frame of the page.
 */
export function useEarlyActs(): void {
  const [filled] = useState(() => (typeof document === 'undefined' ? new Map() : findFilled()));
  useEffect(() => {
    const acts = Reflect.get(globalThis, 'earlyActs') as EarlyActs | undefined;
    if (!acts || acts.isOver) return;
    acts.isOver = true;
    for (const [control, content] of new Map([...filled, ...acts.typed])) {
      const now = inPlaceOf(control);
      if (now) doAgain(now, content);
    }
    for (const element of acts) {
      const now = inPlaceOf(element);
      if (now) press(now);
    }
  }, [filled]);
}
