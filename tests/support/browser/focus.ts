import { expect, type Page } from '@playwright/test';

const MOST_STOPS = 150;

/** What the focus is on, and what lies over the middle of it. */
async function hiddenFocus(page: Page): Promise<{ name: string; cover: string | null } | null> {
  return page.evaluate(() => {
    const active = document.activeElement;
    if (!active || active === document.body) return null;
    const { left, top, width, height } = active.getBoundingClientRect();
    const text = active.getAttribute('aria-label') ?? active.textContent ?? '';
    const name = `${active.tagName} ${active.getAttribute('name') ?? ''} ${text.trim().slice(0, 40)}`;
    const [x, y] = [left + width / 2, top + Math.min(height, window.innerHeight) / 2];
    if (y < 0 || y > window.innerHeight) return { name, cover: 'the edge of the window' };
    // A sticky or fixed box hides what lies under it; the focus's own box does not.
    const over = document
      .elementsFromPoint(x, y)
      .map((found) => found.closest<HTMLElement>('.sticky, .roomy\\:sticky, .fixed'))
      .find(
        (box) => box && ['sticky', 'fixed'].includes(getComputedStyle(box).position) && !box.contains(active),
      );
    return { name, cover: over ? over.className.slice(0, 40) : null };
  });
}

/** Goes through the page by Tab: nothing that takes the focus lies under a bar (WCAG 2.4.11). */
export async function expectFocusSeen(page: Page, where: string): Promise<void> {
  await page.evaluate(() => {
    window.scrollTo(0, 0);
    (document.activeElement as HTMLElement | null)?.blur();
  });
  const hidden: string[] = [];
  let stops = 0;
  for (let first: string | null = null; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const found = await hiddenFocus(page);
    if (!found) break;
    if (found.cover) hidden.push(`${where}: ${found.name} under ${found.cover}`);
    if (stops > 3 && found.name === first) break;
    first ??= found.name;
  }
  expect(hidden).toEqual([]);
  expect(stops, `${where} has stops`).toBeGreaterThan(2);
}
