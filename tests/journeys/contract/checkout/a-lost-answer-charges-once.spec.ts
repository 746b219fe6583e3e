import { expect, test } from '@playwright/test';
import { loseFirstAnswer } from '#tests/support/browser/changed-responses.ts';
import {
  confirm,
  expectSigned,
  clickCheckout,
  ROUND_TRIP,
  typeCard,
  walkToPayment,
} from '#tests/support/browser/wizard/steps.ts';

/** @shows B-211 B-163 */
test('a charge whose answer is lost ends as one order and one charge', { tag: '@once' }, async ({ page }) => {
  test.setTimeout(120_000);
  await walkToPayment(page, ROUND_TRIP);
  await typeCard(page, '4000 0000 0000 6603');
  await clickCheckout(page);
  await confirm(page);
  await expect(page.getByText('Processing order... Please do not refresh this page.')).toBeVisible();
  await expectSigned(page);
  await page.getByRole('link', { name: 'Go to your orders' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(page.getByRole('table', { name: 'Transactions' }).getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('table', { name: 'Surcharges' }).getByRole('row')).toHaveCount(2);
});

test(
  'an answer that is lost on its way to the phone ends as one order and one charge',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    test.setTimeout(120_000);
    const { keys } = await loseFirstAnswer(page, '**/api/order');
    await walkToPayment(page, ROUND_TRIP);
    await typeCard(page, '4242 4242 4242 4242');
    await clickCheckout(page);
    await confirm(page);
    await expectSigned(page);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    await page.unroute('**/api/order');
    await page.getByRole('link', { name: 'Go to your orders' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
  },
);

test(
  'while nobody knows whether a charge happened, the family is told not to pay again',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    test.setTimeout(120_000);
    await walkToPayment(page, ROUND_TRIP);
    await typeCard(page, '4000 0000 0000 6611');
    await clickCheckout(page);
    await confirm(page);
    const error = page.getByRole('alert').filter({ hasText: 'Error encountered: ' });
    await expect(error).toContainText('Please do not pay again; we will email you.', { timeout: 60_000 });
    await page.goto('/dashboard/orders');
    await expect(page.getByText("You don't have orders yet.")).toBeVisible();
  },
);
