import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { logInByApi, newAccount, PASSWORD, signIn } from '#tests/support/browser/account.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';

/** @shows H3.1 H3.2 */
test('a family sees where it is logged in and ends a session', async ({ page, request }) => {
  const family = await newAccount(request);
  await logInByApi(request, { email: family.email, password: PASSWORD });
  const own = await logInByApi(request, { email: family.email, password: PASSWORD });
  await signIn(page, own);
  await page.goto('/dashboard/profile');
  await page.getByRole('link', { name: 'Security and sessions' }).click();
  await expect(page.getByRole('heading', { name: 'Where you’re logged in' })).toBeVisible();
  await expect(page.getByText('This browser', { exact: true })).toHaveCount(1);
  await expectAccessible(page, 'security');
  const ends = page.getByRole('button', { name: /^End session:/ });
  await expect(ends).toHaveCount(2);
  await ends.first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'End session', exact: true }).click();
  await expect(page.getByText('Session ended.')).toBeVisible();
  await expect(ends).toHaveCount(1);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click();
  await expect(page.getByText('All other sessions ended.')).toBeVisible();
  await expect(ends).toHaveCount(0);
  await expect(family.call('GET', '/user')).rejects.toThrow('401');
});

/** @shows H3.1 */
test('staff see their own sessions in the back office', { tag: '@long' }, async ({ page, request }) => {
  await openBackOffice(page, request, '/admin/security');
  await expect(page.getByText('This browser', { exact: true })).toBeVisible();
  await expectAccessible(page, 'security of staff');
});
