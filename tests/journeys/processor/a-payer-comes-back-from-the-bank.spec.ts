import { expect } from '@playwright/test';
import { PASSWORD } from '#tests/support/browser/account.ts';
import {
  pressNext,
  scrollToFields,
  test,
  typeCardAtProcessor,
} from '#tests/support/browser/processor-fields.ts';
import { aFamilyInWizard, HM_TWO_PAYMENTS, openStep } from '#tests/support/browser/wizard/prepared-draft.ts';
import { clickCheckout, confirm, expectSigned } from '#tests/support/browser/wizard/steps.ts';

const ADDED = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_x&redirect_status=succeeded';

/** @shows MS3.2 MS12.7 */
test(
  'a payer who comes back from the bank finds the order, and no secret in the address',
  { tag: '@long' },
  async ({ page, request, serveFields }) => {
    test.setTimeout(120_000);
    await serveFields();
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    await openStep(page, family, 3);
    await page.getByRole('tab', { name: 'Card' }).click();
    await scrollToFields(page, 'card');
    await typeCardAtProcessor(page, '4242424242424242');
    await pressNext(page);
    await clickCheckout(page);
    await confirm(page);
    await expectSigned(page);
    const [order] = await family.call('GET', '/order');
    const [first, later] = order.payments;
    await page.goto(`/order/return?order=${order.id}&payment=${first.id}&${ADDED}`);
    await expect(page).toHaveURL(new RegExp(`/order/success/${order.id}$`));
    await page.goto(`/order/return?order=${order.id}&payment=${later.id}&${ADDED}`);
    await expect(page).toHaveURL(new RegExp(`/orders/${order.id}/payments/${later.id}/pay$`));
    const entered =
      'setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_x&redirect_status=succeeded';
    await page.goto(`/order/return?entry=pay&order=${order.id}&payment=${later.id}&${entered}`);
    await expect(page).toHaveURL(new RegExp(`/orders/${order.id}/payments/${later.id}/pay$`));
    await page.goto(`/order/return?entry=method&${entered}`);
    await expect(page).toHaveURL(/\/payment-methods\/create$/);
    await page.goto(`/order/return?order=999999&payment=1&${ADDED}`);
    await expect(page).toHaveURL(/\/dashboard\/orders$/);

    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();
    await page.goto(`/order/return?order=${order.id}&payment=${later.id}&${ADDED}`);
    await expect(page).toHaveURL(/\/login\?redirectPath=/);
    expect(page.url()).not.toContain('secret');
    await page.getByRole('textbox', { name: 'Email' }).fill(family.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/orders/${order.id}/payments/${later.id}/pay$`));
  },
);
