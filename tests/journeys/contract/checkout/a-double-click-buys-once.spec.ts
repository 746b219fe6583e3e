import { expect, test } from '@playwright/test';
import {
  expectSigned,
  clickCheckout,
  ROUND_TRIP,
  typeCard,
  walkToPayment,
} from '#tests/support/browser/wizard/steps.ts';

test('pressing Confirm twice signs one contract and charges once', { tag: '@once' }, async ({ page }) => {
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/order') posts += 1;
  });
  await walkToPayment(page, ROUND_TRIP);
  await typeCard(page, '4242 4242 4242 4242');
  await clickCheckout(page);
  await page.getByRole('button', { name: 'Confirm and Checkout' }).dblclick();
  await expectSigned(page);
  expect(posts).toBe(1);
  await page.getByRole('link', { name: 'Go to your orders' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});
