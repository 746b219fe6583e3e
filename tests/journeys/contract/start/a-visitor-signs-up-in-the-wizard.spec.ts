import { expect, test } from '@playwright/test';
import { newAccount } from '#tests/support/browser/account.ts';
import { createAccount, fillSignup, logIn, loginForm, signupForm } from '#tests/support/browser/login-box.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { acceptContract, newFamily, next, ROUND_TRIP } from '#tests/support/browser/wizard/steps.ts';
import { draftText, expectStep } from '#tests/support/browser/wizard/family.ts';

const MESSAGE = 'Please login or signup to continue.';

/** @shows A-293 B-028 B-029 MA4.4 */
test('Next asks a visitor to sign up first, and then goes on', async ({ page }) => {
  const family = newFamily();
  await acceptContract(page, ROUND_TRIP);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(MESSAGE, { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/contract?school=hm');
  await expect(dialog.getByRole('tab', { name: 'Create an account' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expectAccessible(page, 'signing up on the way');
  const back = encodeURIComponent('/contract?school=hm');
  await dialog.getByRole('tab', { name: 'Log in' }).click();
  await expect(dialog.getByRole('link', { name: /Forgot/ })).toHaveAttribute(
    'href',
    `/forgot-password?redirectPath=${back}`,
  );
  await expectAccessible(page, 'logging in on the way');
  // Closing it loses nothing, and Next asks again with the signup tab first.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'contract terms' })).toBeChecked();
  await next(page);
  await expect(signupForm(page)).toBeVisible();
  await fillSignup(page, family.email);
  await createAccount(page);
  await expectStep(page, 1);
  expect(new URL(page.url())).toMatchObject({ pathname: '/contract', search: '?school=hm&step=1' });
  const welcome = page.getByRole('status').filter({ hasText: 'Your account is ready, Adaeze.' });
  await expect(welcome).toContainText(`We sent an email to ${family.email}`);
  await expect.poll(() => draftText(page)).toContain('"isAccepted":true');
  await expect(page.getByRole('group', { name: 'Guardian 1' }).getByLabel('Email')).toHaveValue(family.email);
});

/** @shows B-030 */
test(
  'a family with an account logs in instead, even after a wrong password, and keeps its program',
  { tag: '@long' },
  async ({ page }) => {
    const family = await newAccount(page.request);
    await acceptContract(page, ROUND_TRIP);
    await page.getByRole('tab', { name: 'Log in' }).click();
    await logIn(page, family.email, { password: 'not-my-password' });
    await expect(loginForm(page)).toContainText('Email address and/or password did not match');
    await expect(page).toHaveURL('/contract?school=hm');
    await logIn(page, family.email);
    await expectStep(page, 1);
    await expect(page.getByText('Lower Division, Nursery to 5th')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'You’re logged in' })).toBeVisible();
    await page.reload();
    await expectStep(page, 1);
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(page.getByRole('radio', { name: ROUND_TRIP.program })).toBeChecked();
  },
);
