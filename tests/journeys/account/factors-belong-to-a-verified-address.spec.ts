import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { linkOf, mailTo } from '#tests/support/browser/mails.ts';
import { plugIn } from '#tests/support/browser/passkey-device.ts';
import {
  askForLink,
  chooseNewPassword,
  emailField,
  NEW_PASSWORD,
  passwordField,
} from '#tests/support/browser/password-reset.ts';
import { setUpApp } from '#tests/support/browser/second-factor.ts';
import { newVerifiedAccount } from '#tests/support/browser/verified-account.ts';

/** @shows MH7.1 */
test(
  'a parent verifies the address before an app or a passkey is added',
  { tag: ['@phone', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await signIn(page, family.tokens);
    await page.goto('/dashboard/security');
    await expect(page.getByText('First verify your email address')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
    await expectAccessible(page, 'Security before the address is verified');
    await page.getByRole('button', { name: 'Resend verification email' }).last().click();
    await expect(page.getByText(`We sent a new link to ${family.email}.`)).toBeVisible();
    await page.goto(linkOf(await mailTo(family.email, 'Please verify your email address', 2)));
    await expect(page.getByText('Email verified!')).toBeVisible();
    await page.goto('/dashboard/security');
    await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
  },
);

/** @shows MH7.2 */
test(
  'a parent removes a passkey with the old password, and keeps the app',
  { tag: '@phone' },
  async ({ page, request }) => {
    await plugIn(page);
    const family = await newVerifiedAccount(request);
    await signIn(page, family.tokens);
    await page.goto('/dashboard/security');
    await setUpApp(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill('Old tablet');
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await expect(page.getByText('Old tablet')).toBeVisible();
    await page.evaluate(() => localStorage.removeItem('auth_token'));

    await page.goto(await askForLink(page, family));
    const list = page.getByRole('group', { name: 'These passkeys log in to your account' });
    await expect(list.getByRole('checkbox')).toHaveCount(1);
    await list.getByRole('checkbox', { name: 'Remove Old tablet' }).check();
    await expectAccessible(page, 'a reset with passkeys');
    await chooseNewPassword(page);
    await expect(page.getByText('Your password has been reset.')).toBeVisible();
    await mailTo(family.email, 'A passkey was removed');

    await page.goto('/login');
    await emailField(page).fill(family.email);
    await passwordField(page).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
  },
);
