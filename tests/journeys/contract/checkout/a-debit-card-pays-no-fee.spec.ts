import { expect, test } from '@playwright/test';
import {
  clickCheckout,
  confirm,
  expectSigned,
  ROUND_TRIP,
  typeCard,
  walkToPayment,
} from '#tests/support/browser/wizard/steps.ts';

/** @shows S5.3 S5.5 */
test('a debit card that was typed is charged without the card fee, after its price was shown @phone', async ({
  page,
}) => {
  await walkToPayment(page, ROUND_TRIP);
  await page.getByRole('tab', { name: 'Credit Card' }).click();
  await typeCard(page, '4000 0566 5566 5556');
  await expect(page.getByRole('columnheader', { name: 'By card' })).toBeVisible();
  await clickCheckout(page);
  await confirm(page);
  await expect(page.getByRole('alert').filter({ hasText: 'debit card' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'By debit card' })).toBeVisible();
  const fees = page.getByRole('row').filter({ hasText: 'fee' });
  await expect(fees).toHaveCount(0);

  await clickCheckout(page);
  await confirm(page);
  await expectSigned(page);
  await page.goto('/dashboard/payment-methods');
  await expect(page.getByText('Visa ****5556')).toHaveCount(1);
  await expect(page.getByText('Debit card')).toBeVisible();
});
