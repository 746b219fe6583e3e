import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import {
  fieldsOf,
  heldFor,
  press,
  pressNext,
  releaseInWallet,
  scrollToFields,
  test,
  typeCardAtProcessor,
} from '#tests/support/browser/processor-fields.ts';
import {
  aFamilyInWizard,
  HM_IN_FULL,
  HM_TWO_PAYMENTS,
  openStep,
  type FamilyInWizard,
} from '#tests/support/browser/wizard/prepared-draft.ts';
import { clickCheckout, confirm, expectSigned } from '#tests/support/browser/wizard/steps.ts';

async function atPayment(page: Page, family: FamilyInWizard): Promise<void> {
  await openStep(page, family, 3);
  await page.getByRole('tab', { name: 'Card' }).click();
  await scrollToFields(page, 'card');
}

const chosen = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const fields = (page: Page) => fieldsOf(page, 'card').getByLabel('Card number');

/** @shows MS12.1 MS12.2 MS12.3 */
test(
  'a debit card in Apple Pay has no fee before anything is confirmed, pays, and is kept',
  { tag: '@phone' },
  async ({ page, request, portal, serveFields, refusedByPolicy }) => {
    await serveFields({ wallets: ['apple_pay'] });
    const family = await aFamilyInWizard(request, HM_IN_FULL);
    await atPayment(page, family);
    const fee = page.getByText('Credit card convenience fee').filter({ visible: true });
    await expect(fee).toBeVisible();
    await releaseInWallet(page, 'Apple Pay', 'Debit card 5556');
    await expect(chosen(page, 'Apple Pay: Visa ****5556')).toContainText('Nothing has been charged yet.');
    await expect(page.getByText('Debit card: no fee')).toBeVisible();
    await expect(fee).toHaveCount(0);
    await expectAccessible(page, 'a card of a wallet');
    expect(heldFor(family, portal.stripe.simulator).entries).toEqual([]);
    await pressNext(page);
    await clickCheckout(page);
    await expect(page.getByRole('dialog')).toContainText('$4,800.00');
    await confirm(page);
    await expectSigned(page);
    const { entries, payments } = heldFor(family, portal.stripe.simulator);
    expect(entries.map(({ status }) => status)).toEqual(['succeeded']);
    expect(payments.map(({ status, amount }) => [status, amount])).toEqual([['succeeded', 480_000]]);
    await page.goto('/dashboard/payment-methods');
    await expect(page.getByText('Visa ****5556')).toHaveCount(1);
    expect(refusedByPolicy).toEqual([]);
  },
);

/** @shows MS12.1 MS12.2 MS12.3 */
test(
  'Pay now names the total of the card in Google Pay, and a refused card leaves the fields',
  { tag: ['@phone', '@long'] },
  async ({ page, request, portal, serveFields, refusedByPolicy }) => {
    test.setTimeout(120_000);
    await serveFields({ wallets: ['google_pay'] });
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    await atPayment(page, family);
    await typeCardAtProcessor(page, '4242424242424242');
    await pressNext(page);
    await clickCheckout(page);
    await confirm(page);
    await expectSigned(page);
    const [order] = await family.call('GET', '/order');
    await page.goto(`/dashboard/orders/${order.id}/payments/${order.payments[1].id}/pay`);
    await page.getByRole('radio', { name: 'Another card' }).press(' ');
    const pay = page.getByRole('button', { name: /^Pay \$/ }).filter({ visible: true });
    await releaseInWallet(page, 'Google Pay', 'Credit card 4242');
    await expect(chosen(page, 'Google Pay: Visa ****4242')).toBeVisible();
    const credit = await pay.textContent();
    await press(page.getByRole('button', { name: 'Enter a different card' }));
    await expect(fields(page)).toBeVisible();
    await releaseInWallet(page, 'Google Pay', 'Declined card 0002');
    await expect(chosen(page, 'Google Pay: Visa ****0002')).toBeVisible();
    await press(pay);
    await expect(page.getByText('The method was refused.').filter({ visible: true })).toBeVisible();
    await expect(fields(page)).toBeVisible();
    await releaseInWallet(page, 'Google Pay', 'Debit card 5556');
    await expect(chosen(page, 'Google Pay: Visa ****5556')).toBeVisible();
    await expect(pay).not.toHaveText(credit!);
    await expectAccessible(page, 'Pay now by a wallet');
    await press(pay);
    await expect(page.getByText(/^Thank you\. You paid \$/)).toBeVisible();
    const { payments } = heldFor(family, portal.stripe.simulator);
    expect(payments.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    await page.goto('/dashboard/payment-methods');
    await expect(page.getByText('Visa ****5556')).toHaveCount(1);
    expect(refusedByPolicy).toEqual([]);
  },
);

/** @shows MS12.1 MS12.4 */
test(
  'a browser without a wallet, and the page of a new method, show none',
  { tag: ['@once', '@long'] },
  async ({ page, request, serveFields }) => {
    await serveFields({ wallets: [] });
    const wallets = page.getByRole('group', { name: 'Apple Pay and Google Pay' });
    await atPayment(page, await aFamilyInWizard(request, HM_IN_FULL));
    await expect(fields(page)).toBeVisible();
    await expect(wallets).toHaveCount(0);
    await serveFields({ wallets: ['apple_pay'] });
    await page.goto('/dashboard/payment-methods/create');
    await page.getByRole('tab', { name: 'Card' }).click();
    await scrollToFields(page, 'card');
    await expect(fields(page)).toBeVisible();
    await expect(wallets).toHaveCount(0);
  },
);
