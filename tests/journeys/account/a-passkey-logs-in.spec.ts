import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { signIn } from '#tests/support/browser/account.ts';
import { loginForm, open } from '#tests/support/browser/login-box.ts';
import { plugIn } from '#tests/support/browser/passkey-device.ts';
import { keepCodes } from '#tests/support/browser/second-factor.ts';
import { newVerifiedAccount } from '#tests/support/browser/verified-account.ts';

const forgetLogin = (page: Page) => page.evaluate(() => localStorage.removeItem('auth_token'));

async function addPasskey(page: Page): Promise<void> {
  await page.goto('/dashboard/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('My phone');
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await keepCodes(page);
}

/** @shows H2.16 */
test(
  'a parent adds a passkey, and logs in without a password',
  { tag: '@phone' },
  async ({ page, request }) => {
    await plugIn(page);
    const family = await newVerifiedAccount(request);
    await signIn(page, family.tokens);
    await page.goto('/dashboard/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expectAccessible(page, 'a passkey that is named');
    await addPasskey(page);
    await expect(page.getByText('My phone')).toBeVisible();
    await expectAccessible(page, 'a passkey that was added');
    await forgetLogin(page);
    await open(page, '/login');
    await loginForm(page).getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('/');
    await page.goto('/dashboard/profile');
    await expect(page.getByText(family.email).first()).toBeVisible();
  },
);

/** @shows H2.16 */
test(
  'a browser without a passkey says so, and the password goes on',
  { tag: '@long' },
  async ({ page, request }) => {
    const { takeOut } = await plugIn(page);
    await newVerifiedAccount(request);
    await open(page, '/login');
    await loginForm(page).getByRole('button', { name: 'Use a passkey' }).click();
    await expect(
      page.getByText('No passkey was used. Please try again, or use your password.'),
    ).toBeVisible();
    await expectAccessible(page, 'no passkey at the login');
    await takeOut();
  },
);

/** @shows H2.18 */
test('a passkey stands for the password over the page', { tag: '@long' }, async ({ page, request }) => {
  await plugIn(page);
  const family = await newVerifiedAccount(request);
  await signIn(page, family.tokens);
  await addPasskey(page);
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('First name').fill('Adaobi');
  await family.call('POST', '/logout');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Adaobi Okafor').first()).toBeVisible();
});
