/**
 * A message that appears under a field moves everything below it. When it is the press on a button that takes
 * the focus away, the button would be gone from under the finger before it is released, and the press would
 * be lost. So what a lost focus brings waits until the press is over.
 */

let isPointerDown = false;
let ending: ReturnType<typeof setTimeout> | undefined;
let waiting: (() => void)[] = [];

function begin(): void {
  clearTimeout(ending);
  isPointerDown = true;
}

function end(): void {
  if (!isPointerDown) return;
  clearTimeout(ending);
  // The click follows the release within the same task.
  ending = setTimeout(() => {
    isPointerDown = false;
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) task();
  });
}

if (typeof document !== 'undefined') {
  // A tap takes the focus with the mouse events that follow its pointer events, so both count.
  for (const type of ['pointerdown', 'mousedown'])
    document.addEventListener(type, begin, { capture: true, passive: true });
  for (const type of ['pointerup', 'mouseup', 'pointercancel', 'dragend'])
    document.addEventListener(type, end, { capture: true, passive: true });
  addEventListener('blur', end);
}

/** Runs `task` at once, or when the press that is under way is over. */
export function afterPointerUp(task: () => void): void {
  if (isPointerDown) waiting.push(task);
  else task();
}
