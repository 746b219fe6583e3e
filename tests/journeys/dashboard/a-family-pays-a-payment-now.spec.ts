import { expect, test } from '@playwright/test';
import { newAccount, PASSWORD, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { mailTo } from '#tests/support/browser/mails.ts';
import { aFailedPayment } from '#tests/support/browser/owing-family.ts';
import { buyOnTwoPayments, saveCard, typeCardOf } from '#tests/support/browser/payment-methods.ts';
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
    '$2,214.50 will be charged to Visa ****4242, including the card fee of $64.50',
  );
  await page.getByRole('link', { name: 'Pay now Payment 2' }).click();
  await expect(page).toHaveTitle(/Pay Now$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay now: Payment 2');
  await expect(page.getByText('If you don’t pay now, we’ll charge $2,214.50 to Visa ****4242')).toBeVisible();
  await page.getByRole('radio', { name: /MasterCard \*{4}4444/ }).check();
  await expectAccessible(page, 'the page that pays a payment');
  await page.getByRole('button', { name: 'Pay $2,214.50' }).dblclick();
  await expect(page.getByText('Thank you. You paid $2,214.50')).toBeVisible();
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(stop(page, 2)).toContainText('Paid on');
  const [{ transactions }] = await family.call('GET', `/order/${order.id}`);
  expect(transactions.map(({ value }: any) => value)).toEqual([2200, 66, 2150, 64.5]);
});

/** @shows S22.2 S22.8 MP10.9 */
test(
  'a payment that failed is paid from the mail about it, with a card that is typed, without a mouse',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await aFailedPayment(request);
    const mail = await mailTo(family.email, 'We couldn’t collect your payment of $2,214.50');
    const link = new URL(/https?:\/\/\S+\/pay/.exec(mail.text)![0]).pathname;
    await page.goto(link);
    await page.getByRole('textbox', { name: 'Email' }).fill(family.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(link);
    const why = 'We tried to charge $2,214.50 to Visa ****6629, and it was declined: insufficient';
    await expect(page.getByText(why)).toBeVisible();
    // The card that was just declined is not chosen again.
    await expect(page.getByRole('radio', { name: 'Another card' })).toBeChecked();
    await expectAccessible(page, 'a card that is typed for a payment');
    await typeCardOf(page, '4000056655665556');
    await expect(page.getByText('Debit card: no fee')).toBeVisible();
    await page.getByRole('button', { name: 'Pay $2,150.00' }).press('Enter');
    await expect(page.getByText('Thank you. You paid $2,150.00')).toBeVisible();
    await page.reload();
    await expect(page.getByText('This payment has been made')).toBeVisible();
    const stranger = await newAccount(request);
    await page.context().clearCookies();
    await signIn(page, stranger.tokens);
    await page.goto(link);
    await expect(page).toHaveURL(/\/not-found/);
  },
);
