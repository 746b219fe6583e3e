import { OLD_BROWSER_MARK } from '#kit/pages/old-browser.ts';

/** The element of a page that says that its application could not start, and how to try again. */
export const FAILED_START_ID = 'start-failed';

/** The script of OLD_BROWSER_SCRIPT has marked the document. */
export const isOldBrowser = (): boolean => document.documentElement.hasAttribute(OLD_BROWSER_MARK);

/** Shows that the application could not start; an old browser has a notice of its own. */
export function tellFailedStart(): void {
  const notice = document.getElementById(FAILED_START_ID);
  if (notice && !isOldBrowser()) notice.hidden = false;
}

/** Hears of files of the application that do not come, and of a start that fails (`tellFailedStart()`). */
export function hearFailedStart(): void {
  Reflect.set(globalThis, 'tellFailedStart', tellFailedStart);
  addEventListener(
    'error',
    ({ target }) => {
      if (target && 'type' in target && target.type === 'module') tellFailedStart();
    },
    true,
  );
}
