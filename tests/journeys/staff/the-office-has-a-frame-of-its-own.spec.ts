import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { officeMenu, openBackOffice } from '#tests/support/browser/back-office.ts';

const SANDBOX = 'Sandbox: no real money moves here.';
const HEADING_AT_MOST_PX = 120;

/** @shows OF0.1 OF0.3 */
test(
  'the office has its own menu, and no menu or footer of the public pages',
  { tag: '@phone' },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin', 'superAdmin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
    await expect(page.getByText(SANDBOX)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    const menu = await officeMenu(page);
    await expect(menu.getByRole('group', { name: 'Money' }).getByRole('link')).toContainText([
      'Payments',
      'Owed',
    ]);
    await expectAccessible(page, 'the menu of the office');
    await menu.getByRole('link', { name: 'Families' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Families');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

/** @shows OF0.1 OF0.3 */
test(
  'on a phone the first heading begins near the top of each page',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    // A notice of health stands above the heading; an admin gets none.
    await openBackOffice(page, request);
    const paths = ['/admin', '/admin/users/parents', '/admin/owed', '/admin/audit', '/admin/security'];
    for (const path of paths) {
      await page.goto(path);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toBeVisible();
      const top = await heading.evaluate((element) => element.getBoundingClientRect().top);
      expect(top, path).toBeLessThanOrEqual(HEADING_AT_MOST_PX);
      const line = await page.getByText(SANDBOX).boundingBox();
      expect(line!.y + line!.height, path).toBeLessThanOrEqual(top);
    }
    await page.goto('/admin/users/parents');
    await page.locator('a[data-row]').first().click();
    await expect(page.getByRole('link', { name: 'All families' })).toBeVisible();
    const record = page.getByRole('heading', { level: 1 });
    await expect(record).not.toHaveText('Families');
    const top = await record.evaluate((element) => element.getBoundingClientRect().top);
    expect(top).toBeLessThanOrEqual(HEADING_AT_MOST_PX);
  },
);

/** @shows OF0.4 */
test('an entry with waiting work says how much', { tag: ['@once', '@long'] }, async ({ page, request }) => {
  await page.route('**/api/admin/today', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    Object.assign(body.items[0].waiting, { requests: 3, approvals: 0 });
    await route.fulfill({ response: answer, json: body });
  });
  await openBackOffice(page, request);
  const menu = await officeMenu(page);
  await expect(menu.getByRole('link', { name: 'Requests 3 waiting', exact: true })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Approvals', exact: true })).toBeVisible();
});

/** @shows OF0.5 */
test(
  'the way back keeps filters, rows and place; after a link alone it is the plain list',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin/users/parents?sort=newest');
    await expect(page).toHaveTitle('Harborline School Bus – Families');
    const rows = page.locator('a[data-row]');
    await expect(rows.first()).toBeVisible();
    const more = page.getByRole('button', { name: 'Show more' });
    const shown = await rows.count();
    if (await more.isVisible()) {
      await more.click();
      await expect.poll(() => rows.count()).toBeGreaterThan(shown);
    }
    const count = await rows.count();
    await rows.last().scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    await rows.last().click();
    const back = page.getByRole('link', { name: 'All families' });
    await expect(back).toHaveAttribute('href', '/admin/users/parents?sort=newest');
    const record = page.url();
    await back.click();
    await expect(page).toHaveURL('/admin/users/parents?sort=newest');
    await expect(rows).toHaveCount(count);
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(5);
    await page.goto(record);
    await expect(back).toHaveAttribute('href', '/admin/users/parents');
    await back.click();
    await expect(page).toHaveURL('/admin/users/parents');
  },
);

/** @shows OF0.6 */
test(
  'keys move through a list, and none acts in a text field',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin/users/parents');
    const search = page.getByRole('searchbox', { name: 'Search by name' });
    const rows = page.locator('a[data-row]');
    await expect(rows.first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys).toContainText('Download the list');
    await expectAccessible(page, 'the keys of the office');
    await page.keyboard.press('/');
    // Behind the dialog the field has no name for a screen reader.
    await expect(page.locator('input[type=search]')).not.toBeFocused();
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    const asked: string[] = [];
    page.on('request', (sent) => void (sent.url().endsWith('/admin/exports') && asked.push(sent.url())));
    await page.keyboard.type('e?/a');
    await page.keyboard.press('ArrowDown');
    await expect(search).toHaveValue('e?/a');
    await expect(search).toBeFocused();
    await expect(keys).toHaveCount(0);
    expect(asked).toEqual([]);
    // The page of a family comes slowly: words typed just before Enter must not lead back to the list.
    await page.route('**/assets/page-*.js', async (route) => {
      await sleep(600);
      await route.continue();
    });
    await search.fill('okafor');
    await page.keyboard.press('Escape');
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/users\/parents\/\d+$/);
  },
);

/** @shows OF0.7 */
test(
  'a list says why no row is shown, and a failed read keeps the typed words',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin/users/parents?sort=newest');
    const search = page.getByRole('searchbox', { name: 'Search by name' });
    await search.fill('nobody at all');
    await expect(page.getByText('Search: nobody at all')).toBeVisible();
    await expectAccessible(page, 'a list filtered to nothing');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.locator('a[data-row]').first()).toBeVisible();
    await expect(search).toHaveValue('');
    await expect(page).toHaveURL('/admin/users/parents?sort=newest');
    await page.route('**/api/admin/parents?**', (route) =>
      route.fulfill({ status: 422, json: { success: false, errors: ['Out of order.'] } }),
    );
    await search.fill('okafor chidi');
    const failed = page.getByRole('alert').filter({ hasText: 'This could not be loaded.' });
    await expect(failed).toBeVisible();
    await expect(search).toHaveValue('okafor chidi');
    await page.unroute('**/api/admin/parents?**');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: 'Adaeze Okafor' }).first()).toBeVisible();
  },
);

/** @shows OF0.9 */
test('a family downloads no code of the office', { tag: ['@once', '@long'] }, async ({ page, request }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.text().catch(() => ''));
  });
  await signIn(page, (await newAccount(request)).tokens);
  for (const path of ['/', '/dashboard', '/dashboard/orders', '/dashboard/profile']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  const texts = await Promise.all(scripts);
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter((text) => text.includes('Clear filters'))).toEqual([]);
});
