import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { holdCall } from '#tests/support/browser/changed-responses.ts';
import { expectStep } from '#tests/support/browser/wizard/family.ts';
import {
  clickCheckout,
  confirm,
  expectSigned,
  ROUND_TRIP,
  typeCard,
  walkToPayment,
} from '#tests/support/browser/wizard/steps.ts';

/** Presses Checkout with a card that the processor answers late, and waits until the order is sent. */
async function payWith(page: Page, card: string): Promise<void> {
  await walkToPayment(page, ROUND_TRIP);
  await typeCard(page, card);
  await clickCheckout(page);
  const sent = page.waitForRequest('**/api/order');
  await confirm(page);
  await sent;
}

const resuming = (page: Page) => page.getByRole('dialog', { name: 'Your payment is being processed' });

/** The keys under which this page sends and resumes orders. */
function keysOf(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key'];
    if (key && /\/api\/order(\/resume)?$/.test(request.url())) keys.push(key);
  });
  return keys;
}

/** @shows MB15.1 MB15.5 */
test(
  'a page that is loaded again while the processor is silent follows its order to the success page',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(120_000);
    const keys = keysOf(page);
    const resume = await holdCall(page, '**/api/order/resume');
    await payWith(page, '4000 0000 0000 6603');
    await page.reload();
    await expect(resuming(page)).toContainText('nothing is charged twice');
    resume.release();
    await expectSigned(page);
    expect(new Set(keys).size).toBe(1);
    await page.getByRole('link', { name: 'Go to your orders' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('link', { name: 'View order' }).click();
    await expect(page.getByRole('table', { name: 'Transactions' }).getByRole('row')).toHaveCount(2);
  },
);

/** @shows MB15.2 */
test(
  'a page that is loaded again after a decline says so, and nothing that was typed is lost',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    test.setTimeout(120_000);
    await page.route('**/api/order', async (route) => void (await route.fetch()));
    await payWith(page, '4000 0000 0000 0341');
    await page.waitForTimeout(500);
    await page.reload();
    const reason = page.getByRole('alert').filter({ hasText: 'Your order was not placed' });
    await expect(reason).toContainText('declined');
    await expect(reason).toContainText('Please enter them again.');
    await expectStep(page, 3);
    await expect(page.getByRole('radio', { name: ROUND_TRIP.term })).toBeChecked();
  },
);

/** @shows MB15.3 */
test(
  'a tab that is opened anew without any storage is told of the payment under way',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    test.setTimeout(120_000);
    await payWith(page, '4000 0000 0000 6611');
    await expect(page.getByText('Processing order...')).toBeVisible();
    await page.evaluate(() => {
      sessionStorage.clear();
      localStorage.removeItem('checkout_attempt');
    });
    await page.goto('/contract?school=hm');
    await expect(resuming(page)).toBeVisible();
    const notice = page.getByRole('alert').filter({ hasText: 'We are confirming your payment' });
    await expect(notice).toContainText('Please do not pay again', { timeout: 30_000 });
    await expect(notice.getByRole('link', { name: 'Go to your orders' })).toBeVisible();
    await expectAccessible(page, 'a payment that is being confirmed');
  },
);
