import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newAccount, newEmail, signIn } from '#tests/support/browser/account.ts';

/** @shows H2.2 */
test(
  'a new password is measured while it is typed, and refused where it is tried first',
  { tag: '@long' },
  async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => void scripts.push(request.url()));
    await page.goto('/login?tab=signup');
    const password = page.getByRole('textbox', { name: 'Password', exact: true });
    await page.getByLabel('First name').fill('Adaeze');
    await page.getByLabel('Last name').fill('Okafor');
    await page.getByRole('textbox', { name: 'Email' }).fill(newEmail());
    await page.waitForLoadState('networkidle');
    const before = scripts.length;
    await password.fill('Summer2026!');
    await expect(page.getByText('Too easy to guess')).toBeVisible();
    expect(scripts.length, 'the measure comes with the first password').toBeGreaterThan(before);
    await page.getByLabel('Confirm password').fill('Summer2026!');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('This password is one of the first someone would try.')).toBeVisible();
    await expectAccessible(page, 'a refused password');
    await password.fill('violet otter lamp forty');
    await expect(page.getByText('Strong.')).toBeVisible();
    await page.getByLabel('Confirm password').fill('violet otter lamp forty');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Your account is ready, Adaeze.')).toBeVisible();
  },
);

/** @shows H2.2 */
test(
  'a family sees the measure where it changes its password',
  { tag: '@long' },
  async ({ page, request }) => {
    await signIn(page, (await newAccount(request)).tokens);
    await page.goto('/dashboard/profile');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('maple-tree');
    await expect(page.getByText('Good.')).toBeVisible();
  },
);
