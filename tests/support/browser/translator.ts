import { expect, type Page } from '@playwright/test';

/** A text that was changed after the translator had taken it from the page: nobody sees the new one. */
type UnseenText = { was: string; now: string };

declare global {
  interface Window {
    noteUnseen(text: UnseenText): Promise<void>;
    translatedTexts: number;
  }
}

const unseenOn = new WeakMap<Page, UnseenText[]>();

/** Runs in the page. */
function replaceTexts(): void {
  window.translatedTexts = 0;
  const ours = new WeakSet<Node>();
  const UNTRANSLATED = 'script, style, textarea, title, [translate="no"]';
  const replace = (text: Text): void => {
    if (ours.has(text) || !text.data.trim() || text.parentElement?.closest(UNTRANSLATED)) return;
    const translation = document.createTextNode(text.data);
    ours.add(translation);
    const font = document.createElement('font');
    const inner = document.createElement('font');
    inner.append(translation);
    font.append(inner);
    text.replaceWith(font);
    window.translatedTexts += 1;
    let was = text.data;
    new MutationObserver(() => {
      void window.noteUnseen({ was, now: text.data });
      was = text.data;
    }).observe(text, { characterData: true });
  };
  const replaceAllIn = (node: Node): void => {
    if (node instanceof Text) return replace(node);
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(replace);
  };
  const watcher = new MutationObserver((changes) => {
    for (const { target, addedNodes, type } of changes)
      if (type === 'characterData') replaceAllIn(target);
      else addedNodes.forEach((node) => node.isConnected && replaceAllIn(node));
  });
  // A translator comes to a page that has been drawn.
  const begin = (): void => {
    if (document.readyState !== 'complete' || !('__reactRouterDataRouter' in globalThis))
      return void setTimeout(begin, 20);
    replaceAllIn(document.body);
    watcher.observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  begin();
}

/**
 * Changes what the page shows, and each page that it opens later, as the translators of Chrome and Edge do:
 * they take each text from the page and put `<font><font>` with its translation in its place, also for texts
 * that come later. The translation has the words of the original, so that a journey finds them.
 */
export async function translate(page: Page): Promise<void> {
  const unseen: UnseenText[] = [];
  unseenOn.set(page, unseen);
  await page.exposeFunction('noteUnseen', (text: UnseenText) => unseen.push(text));
  await page.addInitScript(replaceTexts);
  await page.evaluate(replaceTexts);
}

export const unseenTexts = (page: Page): readonly UnseenText[] => unseenOn.get(page) ?? [];

/** The page was translated and still stands, and showed each text as it was at every moment. */
export async function expectTranslated(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'This page isn’t working' })).toHaveCount(0);
  expect(await page.evaluate(() => window.translatedTexts)).toBeGreaterThan(10);
  expect(unseenTexts(page)).toEqual([]);
}
