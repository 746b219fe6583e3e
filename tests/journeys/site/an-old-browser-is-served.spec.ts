import { expect, test, type Page } from '@playwright/test';
import { newAccount } from '#tests/support/browser/account.ts';
import { logIn, open } from '#tests/support/browser/login-box.ts';
import { nextButton } from '#tests/support/browser/wizard/family.ts';
import { NEWER_NAMES } from '../../../scripts/browser-floor/newer-names.ts';

/** Takes from a page what browsers of the floor lack. */
async function asAtTheFloor(page: Page): Promise<void> {
  await page.addInitScript(({ globals, statics, members }) => {
    const owners = Object.getOwnPropertyNames(window)
      .filter((name) => /^[A-Z]/.test(name))
      .map(
        (name) => (window as unknown as Record<string, { prototype?: object } | undefined>)[name]?.prototype,
      );
    for (const name of members) for (const owner of owners) if (owner) Reflect.deleteProperty(owner, name);
    for (const name of statics) {
      const [owner = '', member = ''] = name.split('.');
      Reflect.deleteProperty(Reflect.get(window, owner), member);
    }
    for (const name of globals) Reflect.deleteProperty(window, name);
  }, NEWER_NAMES);
}

/** Takes what the script of each page asks for. */
async function asBelowTheFloor(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'CompressionStream'));
}

const notice = (page: Page) => page.getByRole('heading', { name: 'This browser is too old for our website' });

/** @shows MD3.2 */
test('a browser of the floor logs in and begins a contract', { tag: '@phone' }, async ({ page, request }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => void errors.push(message));
  await asAtTheFloor(page);
  const { email } = await newAccount(request);
  await open(page, '/login');
  expect(await page.evaluate(() => 'canParse' in URL || 'toSorted' in Array.prototype)).toBe(false);
  await logIn(page, email);
  await page.waitForURL('/');
  await page.goto('/contract?school=hm');
  await page.getByRole('radio', { name: /Lower Division/ }).check();
  await page.getByRole('button', { name: 'Continue to View Contract Terms' }).click();
  await page.getByRole('checkbox', { name: 'contract terms' }).check();
  await nextButton(page).click();
  await expect(page.getByRole('group', { name: 'Student', exact: true })).toBeVisible();
  await page.goto('/dashboard/orders');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice(page)).toBeHidden();
  expect(errors).toEqual([]);
});

/** @shows MD3.3 */
test.describe('a browser below the floor', () => {
  for (const path of ['/', '/hm', '/about-us'])
    test(`reads ${path}`, { tag: '@long' }, async ({ page }) => {
      const scripts: string[] = [];
      page.on('request', (sent) => void (sent.resourceType() === 'script' && scripts.push(sent.url())));
      await asBelowTheFloor(page);
      // A school's page is finished by the server; the first visitors may have come before that.
      const html = async () => (await page.request.get(path)).text();
      await expect.poll(html, { timeout: 30_000 }).toContain('<h1');
      await page.goto(path);
      await expect(notice(page)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Call us at 718-555-0100' })).toHaveAttribute(
        'href',
        /^tel:/,
      );
      await page.waitForLoadState('networkidle');
      expect(scripts).toEqual([]);
    });

  for (const path of ['/login', '/contract?school=hm', '/dashboard', '/forgot-password'])
    test(`is told so in place of ${path}`, { tag: '@long' }, async ({ page }) => {
      const refused: string[] = [];
      page.on('console', (said) => void (/Content Security/.test(said.text()) && refused.push(said.text())));
      await asBelowTheFloor(page);
      await page.goto(path);
      await expect(notice(page)).toBeVisible();
      await expect(page.getByText('Safari and iOS 16.4, Chrome and Edge 109, Firefox 115')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Call us at 718-555-0100' })).toBeVisible();
      await expect(page.locator('#app')).toBeHidden();
      expect(refused).toEqual([]);
    });
});
