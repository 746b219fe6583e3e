const SIZE = 800;
/**
 * Time for the window to lay out its fonts before the dialog shows what will be printed (contracts.md §2).
 */
const PRINT_AFTER_MS = 1_000;

/**
 * Prints one element by itself: in a window of 800 by 800 that prints after a second, styled as this page is.
 * Where the browser opens no window, this page prints itself.
 */
export function printAlone(element: Element, title: string): void {
  const opened = window.open('', '_blank', `width=${SIZE},height=${SIZE}`);
  if (!opened) {
    window.print();
    return;
  }
  const { document: paper } = opened;
  paper.title = title;
  paper.documentElement.lang = document.documentElement.lang;
  for (const style of document.head.querySelectorAll('style, link[rel="stylesheet"]'))
    paper.head.append(paper.importNode(style, true));
  paper.body.replaceChildren(paper.importNode(element, true));
  setTimeout(() => {
    opened.focus();
    opened.print();
  }, PRINT_AFTER_MS);
}
