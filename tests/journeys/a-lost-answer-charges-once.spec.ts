import { expect, test } from '@playwright/test';
import { confirm, expectSigned, pressCheckout, ROUND_TRIP, typeCard, walkToPayment } from '../support/wizard.ts';

test('a charge whose answer is lost ends as one order and one charge', async ({ page }) => {
  test.setTimeout(120_000);
  await walkToPayment(page, ROUND_TRIP);
  await typeCard(page, '4000 0000 0000 6603');
  await pressCheckout(page);
  await confirm(page);
  await expect(page.getByText('Processing order... Please do not refresh this page.')).toBeVisible();
  await expectSigned(page);
  await page.getByRole('link', { name: 'Go to your orders' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(page.getByRole('table', { name: 'Transactions' }).getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('table', { name: 'Surcharges' }).getByRole('row')).toHaveCount(2);
});
