import { expect, test, type Page } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { siteMenu } from '#tests/support/browser/menu.ts';

/**
 * Holds back who the user is until the returned function lets it go; `status` answers in the server's place.
 */
async function holdUser(page: Page, status?: number): Promise<() => void> {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/user', async (route) => {
    await released;
    await (status
      ? route.fulfill({ status, json: { success: false, errors: ['Broken.'] } })
      : route.continue());
  });
  return release;
}

/** Every call of the API in its order: `ask /option`, `answer /option`. */
function listenToApi(page: Page): string[] {
  const heard: string[] = [];
  const path = (url: string) => new URL(url).pathname;
  page.on(
    'request',
    (request) => path(request.url()).startsWith('/api/') && heard.push(`ask ${path(request.url()).slice(4)}`),
  );
  page.on(
    'response',
    (answer) => path(answer.url()).startsWith('/api/') && heard.push(`answer ${path(answer.url()).slice(4)}`),
  );
  return heard;
}

const spinner = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading…' });

/** @shows A-105 A-186 A-188 */
test('a spinner stands in for the page until the portal knows who is here', async ({ page, request }) => {
  const { tokens } = await newAccount(request);
  await signIn(page, tokens);
  const release = await holdUser(page);
  await page.goto('/dashboard/profile');
  await expect(spinner(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(spinner(page)).toHaveCount(0);
  await expect((await siteMenu(page)).getByRole('button', { name: 'Log Out' })).toBeVisible();
});

/** @shows MP10.12 */
test(
  'the login page shows no form to a family that is logged in, not even before its scripts',
  { tag: '@long' },
  async ({ page, request }) => {
    const { tokens } = await newAccount(request);
    await signIn(page, tokens);
    const release = await holdUser(page);
    let letScriptsCome = () => {};
    const scripts = new Promise<void>((resolve) => (letScriptsCome = resolve));
    await page.route('**/assets/**', async (route) => {
      await scripts;
      await route.fallback();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    const form = page.locator('main [data-for-visitors]');
    await expect(form).toBeAttached();
    await expect(form).toBeHidden();
    letScriptsCome();
    await expect(form).toBeHidden();
    release();
    await expect(page).toHaveURL(/\/dashboard/);
  },
);

// On a phone the links of the bar stand in a menu.
/** @shows MA5.1 MA5.2 A-186 */
test(
  'a public page stays while the portal learns who is here, and nothing on it moves',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const { tokens } = await newAccount(request);
    await signIn(page, tokens);
    const release = await holdUser(page);
    await page.goto('/news');
    const heading = page.getByRole('heading', { level: 1, name: 'News' });
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect(heading).toBeVisible();
    await expect(spinner(page)).toHaveCount(0);
    await expect(bar.getByRole('link', { name: 'Log in', exact: true })).toBeHidden();
    const places = async () => [
      await heading.boundingBox(),
      await bar.getByRole('link', { name: 'Careers' }).boundingBox(),
    ];
    const before = await places();
    release();
    await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    expect(await places()).toEqual(before);
  },
);

/** @shows A-186 A-188 */
test(
  'the page comes, signed out, when the user cannot be fetched',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const { tokens } = await newAccount(request);
    await signIn(page, tokens);
    const release = await holdUser(page, 500);
    await page.goto('/news');
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
    await expect((await siteMenu(page)).getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
  },
);

/** @shows A-165 A-185 */
test(
  'the options come once and first, then the user',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const { tokens } = await newAccount(request);
    await signIn(page, tokens);
    const heard = listenToApi(page);
    await page.goto('/dashboard/help');
    await expect(page.getByRole('heading', { level: 1, name: 'Help & Support' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(heard.filter((each) => each === 'ask /option')).toHaveLength(1);
    expect(heard.filter((each) => each === 'ask /user')).toHaveLength(1);
    expect(heard.indexOf('answer /option')).toBeLessThan(heard.indexOf('ask /user'));
  },
);

/** @shows A-165 */
test('a visitor without a token is asked for no user', { tag: ['@once', '@long'] }, async ({ page }) => {
  const heard = listenToApi(page);
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  expect(heard.filter((each) => each === 'ask /option')).toHaveLength(1);
  expect(heard).not.toContain('ask /user');
});
