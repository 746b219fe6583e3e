import { expect, test } from '@playwright/test';
import {
  clickCheckout,
  confirm,
  expectSigned,
  ROUND_TRIP,
  typeCard,
  walkToPayment,
} from '#tests/support/browser/wizard/steps.ts';

/** @shows S5.5 MS11.1 MS11.2 MP10.1 */
test('a debit card pays no fee: the page says so before and after, and Confirm names the sum @phone', async ({
  page,
}) => {
  await walkToPayment(page, ROUND_TRIP);
  await page.getByRole('tab', { name: 'Card' }).click();
  await expect(page.getByText('Debit cards pay no fee.')).toBeVisible();
  await page.getByLabel('Card number').fill('4000 0566 5566 5556');
  await expect(page.getByText('Debit card: no fee')).toBeVisible();
  await typeCard(page, '4000 0566 5566 5556');
  await expect(page.getByRole('columnheader', { name: 'By debit card' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'fee' })).toHaveCount(0);

  await clickCheckout(page);
  await expect(page.getByRole('dialog')).toContainText('We’ll charge $2,800.00 now');
  await confirm(page);
  await expectSigned(page);
  await page.goto('/dashboard/payment-methods');
  await expect(page.getByText('Visa ****5556')).toHaveCount(1);
  await expect(page.getByText('Debit card')).toBeVisible();
});
