import { expect, test } from '@playwright/test';
import {
  confirm,
  expectSigned,
  PASSWORD,
  clickCheckout,
  ROUND_TRIP,
  typeBank,
  walkToPayment,
} from '#tests/support/browser/wizard/steps.ts';

/** @shows B-002 B-334 B-075 B-082 B-084 B-258 S27.2 */
test('a bank debit asks for e-mail, password and the ACH terms, and takes no fee', async ({ page }) => {
  await walkToPayment(page, ROUND_TRIP);
  await expect(page.getByRole('tab', { name: 'ACH' })).toHaveAttribute('aria-selected', 'true');
  await typeBank(page);

  await clickCheckout(page);
  await expect(page.getByText('Some fields are required to proceed.')).toBeVisible();
  await expect(page.getByText('The password field is required')).toBeVisible();
  const consent = page.getByRole('region', { name: 'Confirm the bank debit' });
  await expect(consent.getByText('Account to be debited: Checking ****6789', { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: 'ACH terms' }).check();
  await clickCheckout(page);
  await expect(page.getByRole('dialog')).toContainText('$2,800.00');
  await confirm(page);
  await expectSigned(page);
  await expect(page.getByText(/^\d\d-HM-\d{6}-[A-Z]$/)).toBeVisible();

  await page.getByRole('link', { name: 'Go to your orders' }).click();
  await page.getByRole('link', { name: 'View order' }).click();
  const first = page.getByRole('list', { name: 'Payment schedule' }).getByRole('listitem').first();
  await expect(first).toContainText('$2,800.00');
  await expect(first).toContainText('Processing at the bank');
});

/** @shows B-089 B-305 */
test('a wrong password signs nothing, and nothing that was typed is lost', async ({ page }) => {
  await walkToPayment(page, ROUND_TRIP);
  await typeBank(page);
  await page.getByRole('textbox', { name: 'Password' }).fill('not-my-password');
  await page.getByRole('checkbox', { name: 'ACH terms' }).check();
  await clickCheckout(page);
  await confirm(page);
  await expect(
    page.getByText('Error encountered: The email address or password is not correct.'),
  ).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'ACH terms' })).toBeChecked();
  await page.goto('/dashboard/orders');
  await expect(page.getByText("You don't have orders yet.")).toBeVisible();
});
