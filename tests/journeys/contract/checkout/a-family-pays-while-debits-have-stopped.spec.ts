import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import {
  clickCheckout,
  confirm,
  expectSigned,
  PASSWORD,
  ROUND_TRIP,
  typeBank,
  typeCard,
  walkToPayment,
} from '#tests/support/browser/wizard/steps.ts';
import { startDemoPortal, type DemoPortal } from '#tests/support/portal/demo-portal.ts';

// A portal of its own, as debits stop for all families of one.
let portal: DemoPortal;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  portal = await startDemoPortal();
});
test.afterAll(() => portal.stop());

const OVER_LIMIT = '000777777771';

/** @shows MS2.5 */
test(
  'the bank is taken away with a sentence, in the wizard and at Pay now',
  { tag: '@long' },
  async ({ browser }, info) => {
    test.setTimeout(150_000);
    const { viewport } = info.project.use;
    const page = await (await browser.newContext({ baseURL: portal.address, viewport })).newPage();
    await walkToPayment(page, ROUND_TRIP);
    await expect(page.getByRole('tab', { name: 'ACH' })).toHaveAttribute('aria-selected', 'true');
    await typeBank(page, OVER_LIMIT);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('checkbox', { name: 'ACH terms' }).check();
    await clickCheckout(page);
    await confirm(page);

    // This family met the limit first: it stands before its payment again, without the bank.
    const closed = page.getByText(
      /Paying by bank account isn’t available right now\. You can pay by card, or call/,
    );
    await expect(closed).toBeVisible({ timeout: 40_000 });
    await expect(page.getByRole('tab')).toHaveText(['Card']);
    await expectAccessible(page, 'a payment while debits have stopped');
    await typeCard(page, '4242424242424242');
    await clickCheckout(page);
    await confirm(page);
    await expectSigned(page);

    await page.getByRole('link', { name: 'Go to your orders' }).click();
    await page.getByRole('link', { name: 'View order' }).click();
    await page.getByRole('link', { name: 'Pay now Payment 2' }).click();
    await expect(closed).toBeVisible();
    await expect(page.getByRole('radio', { name: /Visa/ })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Another card' })).toBeVisible();
    await expect(page.getByRole('radio', { name: /bank account/i })).toHaveCount(0);
    await expectAccessible(page, 'a payment of an order while debits have stopped');
  },
);
