import { expect, test } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { buyOnTwoPayments, saveCard } from '#tests/support/browser/payment-methods.ts';
import { stop } from '#tests/support/browser/receipt-page.ts';

/** @shows MB7.2 */
test('the order’s page says what is charged next, and a parent pays it now, once', async ({
  page,
  request,
}) => {
  const family = await newAccount(request);
  const order = await buyOnTwoPayments(family);
  await saveCard(family, { number: '5555555555554444', type: 'MasterCard' });
  await signIn(page, family.tokens);
  await page.goto(`/dashboard/orders/${order.id}`);
  await expect(stop(page, 2)).toContainText(
    '$2,214.50 will be charged to Visa ****4242, the card fee of $64.50 included',
  );
  await page.getByRole('button', { name: 'Pay now Payment 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay Payment 2 of $2,150.00 now' });
  await expect(dialog.getByRole('button', { name: 'Pay $2,214.50 with Visa ****4242' })).toBeVisible();
  await dialog.getByRole('radio', { name: /MasterCard \*{4}4444/ }).check();
  await expectAccessible(page, 'the dialog that pays a payment now');
  await dialog.getByRole('button', { name: 'Pay $2,214.50 with MasterCard ****4444' }).dblclick();
  await expect(page.getByText('$2,214.50 was charged. Thank you.')).toBeVisible();
  await expect(stop(page, 2)).toContainText('Paid on');
  await expect(dialog).toHaveCount(0);
  const [{ transactions }] = await family.call('GET', `/order/${order.id}`);
  expect(transactions.map(({ value }: any) => value)).toEqual([2200, 66, 2150, 64.5]);
});
