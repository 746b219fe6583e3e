import { expect, test, type Page } from '@playwright/test';
import { newAccount, PASSWORD, signIn } from '#tests/support/browser/account.ts';
import { signInAsStaff } from '#tests/support/browser/back-office.ts';
import { siteMenu } from '#tests/support/browser/menu.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const link = async (page: Page, name: string) =>
  (await siteMenu(page)).getByRole('link', { name, exact: true });

test.describe('a visitor', () => {
  /** @shows A-088 */
  test('finds every public page in the menu', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/');
    const links = (await siteMenu(page)).getByRole('link');
    const found = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    // On a phone, Log in stands before the menu.
    expect(found.filter((path) => !path?.startsWith('/login')).slice(0, 6)).toEqual([
      '/',
      '/about-us',
      '/technology',
      '/employment',
      '/contact-us',
      '/privacy-policy',
    ]);
    await expect(await link(page, 'Careers')).toHaveAttribute('href', '/employment');
    await expectAccessible(page, 'menu');
  });

  /** @shows A-082 A-089 */
  test(
    'comes back after Log in to the page where it was pressed',
    { tag: '@long' },
    async ({ page, request }) => {
      const { email } = await newAccount(request);
      await page.goto('/news?x=1');
      // The finished page knows of no query until its scripts have started.
      const logIn = await link(page, 'Log in');
      await expect(logIn).toHaveAttribute('href', '/login?redirectPath=%2Fnews%3Fx%3D1');
      await logIn.click();
      await expect(page).toHaveURL(/\/login\?redirectPath=%2Fnews%3Fx%3D1$/);
      await page.getByLabel('Email').fill(email);
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect(page).toHaveURL(/\/news\?x=1$/);
      await expect(await link(page, 'Dashboard')).toBeVisible();
    },
  );

  /** @shows A-090 */
  test('who was on the way somewhere is taken home by Log in', { tag: '@long' }, async ({ page }) => {
    await page.goto('/forgot-password?redirectPath=/contract');
    await expect(await link(page, 'Log in')).toHaveAttribute('href', '/login?redirectPath=%2F');
  });

  /** @shows A-091 A-093 A-094 A-095 */
  test('is offered no dashboard, no way out and no back office', { tag: '@long' }, async ({ page }) => {
    await page.goto('/login');
    const menu = await siteMenu(page);
    for (const name of ['Log in', 'Dashboard', 'Admin'])
      await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0);
    await expect(menu.getByRole('button', { name: 'Log Out' })).toHaveCount(0);
  });
});

/** @shows A-093 A-095 A-286 */
test('a parent finds the dashboard from every page, and the way out inside it', async ({ page, request }) => {
  const { tokens } = await newAccount(request);
  await signIn(page, tokens);
  await page.goto('/');
  const dashboard = await link(page, 'Dashboard');
  await expect(dashboard).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log Out' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toHaveCount(0);
  await dashboard.click();
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  const menu = await siteMenu(page);
  await expect(menu.getByRole('link', { name: 'Dashboard', exact: true })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Admin' })).toHaveCount(0);
  await menu.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(await link(page, 'Log in')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

/** @shows A-094 */
test('an admin finds the back office', { tag: ['@once', '@long'] }, async ({ page, request }) => {
  await signInAsStaff(page, request);
  await page.goto('/');
  await expect(await link(page, 'Admin')).toHaveAttribute('href', '/admin');
});

test(
  'the keyboard skips the menu, and each new page is heard from its beginning',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await page.goto('/news');
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to main content' });
    await expect(skip).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await (await link(page, 'Technology')).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/technology$/);
    await expect(page.getByRole('main')).toBeFocused();
  },
);

/** @shows MA4.2 MA4.3 */
test(
  'on a phone the way into the account stands beside the menu, with who is signed in',
  { tag: '@long' },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect(bar.getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
    await expect(bar.getByRole('link', { name: 'Careers' })).toBeHidden();
    const { tokens } = await newAccount(request);
    await signIn(page, tokens);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/');
      await expect(bar.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
      if (width === 390) await expect(bar.getByRole('link', { name: /^Logged in as / })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.goto('/dashboard/students');
    await expect(bar.getByRole('button', { name: 'Log Out' })).toBeVisible();
  },
);

test(
  'on a phone the bar of staff has the mark of the company, and no name cut short',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await signInAsStaff(page, request);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/');
      await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeVisible();
      const home = page.getByRole('banner').getByRole('link').first();
      await expect(home.locator('svg')).toBeVisible();
      const cut = await home.evaluate(
        (link) =>
          [...link.querySelectorAll('span')].filter((span) => span.scrollWidth > span.clientWidth + 1).length,
      );
      // What is only read aloud is cut to a dot.
      expect(cut).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  },
);

/** @shows MA10.7 */
test('the finished page marks its link already', { tag: ['@once', '@long'] }, async ({ request }) => {
  for (const path of ['/', '/about-us', '/employment']) {
    const marked = (await (await request.get(path)).text()).match(/<a[^>]*aria-current="page"[^>]*>/g) ?? [];
    expect(marked.map((link) => /href="([^"]+)"/.exec(link)?.[1])).toEqual([path]);
  }
});
