import { expect, test } from '@playwright/test';
import { expectAnswers } from '#tests/support/browser/form-steps.ts';
import {
  confirm,
  expectSigned,
  clickCheckout,
  ROUND_TRIP,
  typeCard,
  walkToPayment,
} from '#tests/support/browser/wizard/steps.ts';

/** @shows A-265 A-270 A-272 A-281 B-211 */
test('after a declined card the family stays, tries another and is charged once', async ({ page }) => {
  await walkToPayment(page, ROUND_TRIP);
  await page.getByRole('tab', { name: 'Card' }).click();
  await expectAnswers(page.getByLabel('Card number'), [
    ['', 'The card number field is required'],
    ['4111111111111112', 'The card number field is invalid'],
    ['9999999999999995', 'The card number field is invalid'],
    ['4111111111111111', null],
  ]);
  await expectAnswers(page.getByLabel('Security code'), [
    ['abc', 'The security code value is not valid'],
    ['123', null],
  ]);
  const addon = page.getByRole('group', { name: 'Add-ons' }).getByRole('checkbox', { name: 'Late bus' });
  await addon.uncheck();
  await addon.check();
  await typeCard(page, '4000 0000 0000 0002');
  await clickCheckout(page);
  await confirm(page);
  const error = page.getByRole('alert').filter({ hasText: 'Error encountered: ' });
  await expect(error).toContainText('declined');
  await expect(page).toHaveURL(/step=4/);

  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByRole('radio', { name: 'Two payments' })).toBeChecked();
  await expect(page.getByLabel('Name on card')).toHaveValue('Adaeze Okafor');
  await typeCard(page, '5555 5555 5555 4444');
  await clickCheckout(page);
  await confirm(page);
  await expectSigned(page);
  expect(await page.evaluate(() => sessionStorage.getItem('contract'))).toBeNull();
  await page.getByRole('link', { name: 'Go to your orders' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});
