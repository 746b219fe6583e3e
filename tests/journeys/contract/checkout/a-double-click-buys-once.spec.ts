import { expect, test } from '@playwright/test';
import {
  expectSigned,
  clickCheckout,
  ROUND_TRIP,
  typeCard,
  walkToPayment,
} from '#tests/support/browser/wizard/steps.ts';
import {
  aFamilyInWizard,
  anotherChild,
  buyByApi,
  HM_TWO_PAYMENTS,
  openStep,
} from '#tests/support/browser/wizard/prepared-draft.ts';

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

/** @shows MB9.1 MB9.2 */
test(
  'pressing Checkout twice opens the question once, and leaves it open',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    const child = await anotherChild(family);
    await buyByApi(family, HM_TWO_PAYMENTS, undefined, child);
    const [method] = await family.call('GET', '/accounting/payment-methods/read/all');
    Object.assign(family.draft.program, { payment_method: method.id, is_payment_type_chosen: true });
    await openStep(page, family, 4);
    const checkout = page.getByRole('button', { name: 'Checkout', exact: true }).filter({ visible: true });
    await expect(page.getByRole('table', { name: /What’s due today/ })).toContainText('$2,884.00');
    await expect(checkout).not.toHaveAttribute('aria-disabled', 'true');
    await checkout.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await checkout.boundingBox())!;
    // The second click of a double click falls on whatever the first one has put there.
    await page.mouse.dblclick(x + width / 2, y + height / 2, { delay: 40 });
    await page.waitForTimeout(600);
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page.getByRole('dialog', { name: 'Sign and pay?' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/contract');
  },
);
