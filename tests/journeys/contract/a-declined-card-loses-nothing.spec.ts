import { expect, test } from '@playwright/test';
import { confirm, expectSigned, pressCheckout, ROUND_TRIP, typeCard, walkToPayment } from '../../support/wizard.ts';

test('after a declined card the family stays, tries another and is charged once', async ({ page }) => {
  await walkToPayment(page, ROUND_TRIP);
  await typeCard(page, '4000 0000 0000 0002');
  await pressCheckout(page);
  await confirm(page);
  const error = page.getByRole('alert').filter({ hasText: 'Error encountered: ' });
  await expect(error).toContainText('declined');
  await expect(page).toHaveURL(/step=4/);

  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByRole('radio', { name: 'Two payments' })).toBeChecked();
  await expect(page.getByLabel('Name on card')).toHaveValue('Adaeze Okafor');
  await typeCard(page, '5555 5555 5555 4444');
  await pressCheckout(page);
  await confirm(page);
  await expectSigned(page);
  await page.getByRole('link', { name: 'Go to your orders' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});
