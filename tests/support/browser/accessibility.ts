import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * No finding of axe, and nothing that scrolls sideways. `where` names the screen and its state in the
 * failure.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map((violation) => `${where}: ${violation.id} ${violation.nodes[0]?.target.join(' ')}`),
  ).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Each table has a name and headers that say of what they are; texts that staff write have their own. */
export async function expectTables(page: Page, where: string): Promise<void> {
  const wrong = await page.evaluate(() =>
    [...document.querySelectorAll('table')]
      .filter((table) => !table.closest('.max-w-read, [contenteditable]'))
      .flatMap((table) => {
        const name = table.caption?.textContent?.trim() || table.getAttribute('aria-label');
        const headers = [...table.querySelectorAll('th')];
        const unscoped = headers.filter(({ scope }) => scope !== 'col' && scope !== 'row');
        return [
          ...(name ? [] : ['a table without a name']),
          ...(headers.some(({ scope }) => scope === 'col') ? [] : [`${name}: no header of a column`]),
          ...unscoped.map((header) => `${name}: ${header.textContent} has no scope`),
        ];
      }),
  );
  expect(wrong, where).toEqual([]);
}
