import { expect, test, type Page } from '@playwright/test';
import { siteMenu } from '#tests/support/browser/menu.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const COMPANY = 'Harborline School Bus';

async function expectPage(
  page: Page,
  path: string,
  heading: string | RegExp,
  title = COMPANY,
): Promise<void> {
  const answer = await page.goto(path);
  expect(answer?.status(), path).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
  await expect(page, path).toHaveTitle(title);
  expect(new URL(page.url()).pathname, 'no redirect').toBe(path.split('?')[0]);
  const logIn = (await siteMenu(page)).getByRole('link', { name: 'Log in', exact: true });
  // The login screen needs no link to itself.
  await (path.startsWith('/login') ? expect(logIn).toHaveCount(0) : expect(logIn).toBeVisible());
}

test.describe('a visitor opens', () => {
  /** @shows A-001 A-004 A-022 A-024 A-026 A-028 A-031 A-033 A-035 A-038 A-081 A-285 B-127 */
  test('every public page by its address, under the bare company name', async ({ page }) => {
    await expectPage(page, '/', /.+/);
    await expectPage(page, '/about-us', /About/i);
    await expectPage(page, '/technology', /Technology/i);
    await expectPage(page, '/employment', 'Careers');
    await expectPage(page, '/employment/succes', 'Application sent successfully!');
    await expectPage(page, '/news', /News/i);
    await expectPage(page, '/contact-us', /Contact/i);
    await expectPage(page, '/privacy-policy', /Privacy policy/i);
    await page.goto('/employment/success');
    await expect(page).toHaveURL(/\/employment\/succes$/);
  });

  /** @shows A-040 A-042 A-043 A-044 A-045 A-074 A-075 A-076 A-091 A-285 */
  test(
    'every screen of an account, and the contract, under their own titles',
    { tag: '@long' },
    async ({ page }) => {
      await page.route('**/api/verify-email/**', (route) =>
        route.fulfill({ json: { success: true, items: [] } }),
      );
      await expectPage(page, '/login', /.+/, `${COMPANY} – Login`);
      await expect(page.getByRole('tab', { name: 'Log in' })).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Create an account' })).toBeVisible();
      await expectPage(page, '/forgot-password', /.+/, `${COMPANY} – Forgot Password`);
      await expectPage(page, '/reset-password?token=t&email=e', /.+/, `${COMPANY} – Reset Password`);
      await expectPage(
        page,
        '/verify-email?endpoint=%2Fapi%2Fverify-email%2Fx',
        /.+/,
        `${COMPANY} – Verify Email`,
      );
      await expectPage(page, '/undo-email-change?token=t', /.+/, `${COMPANY} – Undo Email Change`);
      await expectPage(page, '/account-deleted', /.+/, `${COMPANY} – Account Deleted`);
      await expectPage(page, '/contract?school=hm', /.+/, `${COMPANY} – Contract`);
    },
  );

  /** @shows A-011 A-047 */
  test(
    'the page of a school, in lower or upper case, and starts a contract there',
    { tag: '@long' },
    async ({ page }) => {
      await expectPage(page, '/hm', /Hillmark School/);
      await page.goto('/HM');
      await expect(page.getByRole('heading', { level: 1, name: /Hillmark School/ })).toBeVisible();
      await page.getByRole('link', { name: 'Sign up' }).click();
      await expect(page).toHaveURL(/\/contract\?school=hm$/i);
    },
  );
});

/** @shows A-071 A-072 */
test(
  'addresses are plain paths that can be loaded again, and the same link twice goes nowhere',
  { tag: '@long' },
  async ({ page }) => {
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto('/');
    await (await siteMenu(page)).getByRole('link', { name: 'About us' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /About/i })).toBeVisible();
    expect(page.url()).toMatch(/\/about-us$/);
    const steps = await page.evaluate(() => history.length);
    await (await siteMenu(page)).getByRole('link', { name: 'About us' }).click();
    await expect(page).toHaveURL(/\/about-us$/);
    expect(await page.evaluate(() => history.length)).toBe(steps);
    expect(problems).toEqual([]);
    const again = await page.reload();
    expect(again?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: /About/i })).toBeVisible();
  },
);

test.describe('an address that leads nowhere', () => {
  /** @shows A-048 A-050 A-051 A-342 */
  test('is a real 404 that names it and leads home', async ({ page }) => {
    const answer = await page.goto('/foo/bar/baz?x=1');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found.' })).toBeVisible();
    await expect(page.getByText('/foo/bar/baz?x=1', { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(COMPANY);
    await expectAccessible(page, 'page not found');
    await page.getByRole('link', { name: 'Go to home page' }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
  });

  /** @shows A-049 A-087 */
  test('is named by the path that a link passed on', { tag: '@long' }, async ({ page }) => {
    const answer = await page.goto('/not-found?path=/some/thing');
    expect(answer?.status()).toBe(404);
    await expect(page.getByText('/some/thing', { exact: true })).toBeVisible();
  });
});
