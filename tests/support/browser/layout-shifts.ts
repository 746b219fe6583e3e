import type { Page } from '@playwright/test';

type Shift = { value: number; of: string };

/** Notes every layout shift of a page that no press or key has caused. Before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: { value: number; of: string }[] = [];
    Object.assign(globalThis, { shiftsSeen: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        hadRecentInput: boolean;
        value: number;
        sources: { node?: Node }[];
      })[]) {
        const of = entry.sources
          .map(({ node }) =>
            node instanceof Element
              ? `${node.tagName}.${node.className.slice(0, 40)}`
              : String(node?.nodeName),
          )
          .join(' | ');
        if (!entry.hadRecentInput) seen.push({ value: entry.value, of });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved since the page was opened: the sum, and what it is made of. */
export async function shiftsOf(page: Page): Promise<{ total: number; seen: readonly Shift[] }> {
  const seen = await page.evaluate(() => (globalThis as unknown as { shiftsSeen: Shift[] }).shiftsSeen);
  return { total: seen.reduce((sum, { value }) => sum + value, 0), seen };
}
