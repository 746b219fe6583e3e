import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { DEMO, newAccount } from '#tests/support/browser/account.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';

const REASON = 'Asks on the phone for the pickup time.';

/** The next call of an impersonation is answered as it would be six minutes after the login. */
async function letSixMinutesPass(page: Page): Promise<void> {
  const errors = ['Please confirm your password to do this.'];
  await page.route(
    '**/api/admin/parents/*/impersonation',
    (route) => route.fulfill({ status: 403, json: { success: false, errors } }),
    { times: 1 },
  );
}

/** @shows H2.6 */
test('staff give their password again and go on where they were', async ({ page, request }) => {
  const family = await newAccount(request);
  const [{ id }] = await family.call('GET', '/user');
  await openBackOffice(page, request, `/admin/users/parents/${id}`);
  await letSixMinutesPass(page);
  await page.getByRole('button', { name: 'Impersonate' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill(REASON);
  await page.getByRole('dialog').getByRole('button', { name: 'Impersonate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  const password = dialog.getByRole('textbox', { name: 'Password' });
  await password.fill('wrong one');
  await expectAccessible(page, 'the password again');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('The current password is not correct.')).toBeVisible();
  await password.fill(DEMO.admin.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard/profile');
});

/** @shows H2.6 */
test('who does not give it keeps what was typed', { tag: '@long' }, async ({ page, request }) => {
  const family = await newAccount(request);
  const [{ id }] = await family.call('GET', '/user');
  await openBackOffice(page, request, `/admin/users/parents/${id}`);
  await letSixMinutesPass(page);
  await page.getByRole('button', { name: 'Impersonate' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill(REASON);
  await page.getByRole('dialog').getByRole('button', { name: 'Impersonate' }).click();
  await page
    .getByRole('dialog', { name: 'Confirm your password' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue(REASON);
  await expect(page.getByText('Please confirm your password to do this.')).toBeVisible();
});
