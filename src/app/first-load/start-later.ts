import type { Control, EarlyActs } from '#app/shell/early-acts.ts';
import { LATER_START_ID } from '#app/shell/document-ids.ts';
import type { LaterStart } from '#app/site-map.ts';
import { isOldBrowser } from './failed-start.ts';

/*
 * The script of a finished page, before the application. The build bundles the file into the page
 * (scripts/in-page-scripts.ts), for browsers below the floor as well.
 */

/** The menu of the site unfolds by its attribute alone; the application hears of the press later. */
function unfold(button: Element): void {
  if (button.getAttribute('aria-controls') !== 'site-menu') return;
  button.setAttribute('aria-expanded', String(button.getAttribute('aria-expanded') !== 'true'));
}

const pressedBy = (event: Event, selector: string): HTMLElement | null => {
  const target = event.target as Element;
  // The document, as a target, has no ancestors.
  return target.closest ? target.closest<HTMLElement>(selector) : null;
};

/**
 * Keeps what a visitor types and presses before the application has started; shell/early-acts.ts does it
 * again. The page holds a press back, because React may hear of it as well and would answer it twice.
 */
function keepEarlyActs(start: () => void): void {
  const acts: EarlyActs = Object.assign([], { typed: new Map() });
  Reflect.set(globalThis, 'earlyActs', acts);
  const keepTyped = ({ target }: Event) => {
    const control = target as Control;
    if (acts.isOver || !('value' in control)) return;
    const isChecked = 'checked' in control && control.checked;
    acts.typed.set(control, { value: control.value, isChecked });
  };
  const keepPress = (event: Event) => {
    const pressed = acts.isOver ? null : pressedBy(event, 'button,summary,form');
    if (!pressed || (event.type === 'click' && pressed.tagName === 'FORM')) return;
    acts.push(pressed);
    event.preventDefault();
    event.stopPropagation();
    unfold(pressed);
    start();
  };
  for (const name of ['input', 'change']) addEventListener(name, keepTyped, true);
  for (const name of ['click', 'submit']) addEventListener(name, keepPress, true);
}

/**
 * Starts the application at once for a visitor with a stored login, in a frame, or at an address that says
 * more than the page; for any other visitor after `load` or at the first act. Writes the visitor's year, as
 * the page may be older.
 */
export default function startLater({ isForAddress }: LaterStart): void {
  // Scripts run once they stand in the document; later the template is empty.
  const load = () => {
    const later = document.getElementById(LATER_START_ID) as HTMLTemplateElement;
    document.body.append(later.content);
  };
  const year = document.querySelector('[data-year]');
  if (year) year.textContent = String(new Date().getFullYear());
  if (isOldBrowser()) {
    // The application does not start, and the links for visitors stay.
    delete document.documentElement.dataset.known;
    addEventListener('click', (event) => {
      const button = pressedBy(event, 'button');
      if (button) unfold(button);
    });
    return;
  }
  keepEarlyActs(load);
  const isKnown = document.documentElement.dataset.known !== undefined;
  const saysMore = location.hash !== '' || (!isForAddress && location.search !== '');
  if (isKnown || self !== top || saysMore) {
    load();
    return;
  }
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'focusin'])
    addEventListener(name, load, { once: true, passive: true });
  addEventListener('load', () => setTimeout(load, 0));
}
