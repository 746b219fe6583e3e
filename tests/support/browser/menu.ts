import { expect, type Locator, type Page } from '@playwright/test';

/**
 * The site's menu, unfolded: on a phone its links are behind a button, which works once the page has started.
 */
export async function siteMenu(page: Page): Promise<Locator> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  const open = page.getByRole('button', { name: 'Open menu' });
  await expect(async () => {
    if (await open.isVisible()) await open.click({ timeout: 500 });
    // Part of the menu stands beside the button, and the button does nothing before its scripts have started.
    await expect(open).toBeHidden({ timeout: 500 });
    await expect(menu).toBeVisible({ timeout: 500 });
  }).toPass();
  return menu;
}
