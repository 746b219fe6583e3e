import { OLD_BROWSER_MARK } from '#kit/pages/old-browser.ts';

const STARTED_MARK = 'data-started';

/** Said by the application as soon as it runs. */
export const markStarted = (): void => document.documentElement.setAttribute(STARTED_MARK, '');

const hasStarted = (): boolean => document.documentElement.hasAttribute(STARTED_MARK);

/** The element of a page that says that its application could not start, and how to try again. */
export const FAILED_START_ID = 'start-failed';

/** The script of OLD_BROWSER_SCRIPT has marked the document. */
export const isOldBrowser = (): boolean => document.documentElement.hasAttribute(OLD_BROWSER_MARK);

/** Shows that the application could not start; an old browser has a notice of its own. */
function tellFailedStart(): void {
  const notice = document.getElementById(FAILED_START_ID);
  if (notice && !isOldBrowser() && !hasStarted()) notice.hidden = false;
}

/** Hears of files of the application that do not come, and of a start that fails. */
export default function hearFailedStart(): void {
  addEventListener(
    'error',
    ({ target }) => {
      if (target && 'type' in target && target.type === 'module') tellFailedStart();
    },
    true,
  );
  // The last file of a start is imported by a call that nobody awaits.
  addEventListener('unhandledrejection', tellFailedStart);
}
