import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { siteMenu } from '#tests/support/browser/menu.ts';

/** Opens the home page as the server finishes it; the first visit after its start has the build's page. */
async function openHome(page: Page): Promise<{ errors: string[] }> {
  await expect
    .poll(async () => (await page.request.get('/')).text(), { timeout: 20_000 })
    .toContain('id="page-reads"');
  const errors: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  page.on('pageerror', (error) => void errors.push(String(error)));
  await page.goto('/');
  return { errors };
}

test(
  'a visitor reads the home page, its maps and their stops, and opens the menu',
  { tag: '@phone' },
  async ({ page }) => {
    const { errors } = await openHome(page);
    const map = page.getByRole('figure').filter({ hasText: 'Hillmark, all routes' });
    await map.scrollIntoViewIfNeeded();
    await map.getByText('List of stops').click();
    await expect(map.getByRole('list', { name: 'Parkside' }).getByRole('listitem').first()).toHaveText(
      'Cedar Sq',
    );
    await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()}`);
    await expect((await siteMenu(page)).getByRole('link', { name: 'Careers' })).toBeVisible();
    await page.getByRole('link', { name: 'View all routes' }).first().click();
    await expect(page.getByRole('heading', { level: 2, name: 'Route maps' })).toBeInViewport();
    expect(errors).toEqual([]);
  },
);

test(
  'the menu folds again as it was opened, and stays as it is when the parent logs in elsewhere',
  { tag: '@long' },
  async ({ page, context, request }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { errors } = await openHome(page);
    const careers = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Careers' });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(careers).toBeVisible();
    await page.getByRole('button', { name: 'Close menu' }).press('Enter');
    await expect(careers).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).press('Enter');
    const other = await context.newPage();
    await signIn(other, (await newAccount(request)).tokens);
    await other.goto('/about-us');
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
    await expect(careers).toBeVisible();
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(careers).toBeHidden();
    expect(errors).toEqual([]);
  },
);

test(
  'a parent who is signed in sees it on the home page, with its maps',
  { tag: '@long' },
  async ({ page, request }) => {
    await signIn(page, (await newAccount(request)).tokens);
    const { errors } = await openHome(page);
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('figure')).toHaveCount(7);
    expect(errors).toEqual([]);
  },
);

/** @shows MA3.1 MA3.2 */
test(
  'a link of the home page without a network keeps the page, and opens the other one later',
  { tag: ['@phone', '@long'] },
  async ({ page, context }) => {
    await openHome(page);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await (await siteMenu(page)).getByRole('link', { name: 'Technology' }).click();
    const offline = page.getByRole('alert').filter({ hasText: 'No connection' });
    await expect(offline).toContainText('We’ll keep this one open until it does.');
    await expectAccessible(page, 'a page that does not come to the home page');
    await offline.getByRole('button', { name: 'Try again' }).click();
    await expect(offline).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/$/);
    await context.setOffline(false);
    await expect(page).toHaveURL('/technology');
    await expect(offline).toHaveCount(0);
  },
);
