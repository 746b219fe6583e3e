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
