import { useEffect, useState } from 'react';

/**
 * A prerendered page can be used before the start of the application. A script of the page keeps typed text,
 * choices and clicks (first-load/start-later.ts), and the started application repeats them.
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

/** Browsers fill in some fields without an event. */
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

function looksOf(element: HTMLElement): string {
  if (!element.matches(CONTROLS)) return `${element.tagName} ${element.textContent}`;
  const control = element as Control;
  return [element.tagName, control.type, control.name, isBox(control) ? control.value : ''].join(' ');
}

/**
 * If the page differed from React's expectation, React has drawn new elements, and the old elements are out
 * of the document.
 */
function inPlaceOf<Kind extends HTMLElement>(element: Kind): Kind | undefined {
  if (element.isConnected) return element;
  const alike = (root: ParentNode) =>
    [...root.querySelectorAll<Kind>(element.tagName)].filter((each) => looksOf(each) === looksOf(element));
  const at = alike(element.getRootNode() as Element).indexOf(element);
  return alike(document)[at];
}

/** React ignores values equal to the last seen value, so React first sees an empty value. */
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

/** Once per page, in the frame of the page. */
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
