import { expect, test } from '@playwright/test';
import { signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { signInAsStaff } from '#tests/support/browser/back-office.ts';
import {
  aFamilyInWizard,
  anotherChild,
  buyByApi,
  HM_TWO_PAYMENTS,
  openStep,
} from '#tests/support/browser/wizard/prepared-draft.ts';

/** @shows MB22.3 */
test(
  'the school’s page has the price of each route for the year',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await page.goto('/hm');
    const prices = page.getByRole('region', { name: 'Routes and prices' });
    const roundTrip = prices.getByRole('listitem').filter({ hasText: 'Round trip' }).first();
    await expect(roundTrip).toContainText('Pay in full, early');
    await expect(roundTrip).toContainText('$4,200.00');
    await expect(roundTrip).toContainText('$4,350.00');
    await expect(roundTrip).not.toContainText('Staff rate');
    await expectAccessible(page, 'a school with its prices');
  },
);

/** @shows MB22.4 MB22.5 */
test(
  'the success page has the later payments, and a brother’s number is offered for the next child',
  { tag: '@once' },
  async ({ page, request }) => {
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    const order = await buyByApi(family, HM_TWO_PAYMENTS);
    const { contract_number } = order.order_detail.contract;
    family.draft.student = {
      ...family.draft.student,
      id: await anotherChild(family),
      first_name: 'Ngozi',
    };
    await openStep(page, family, 2);
    await page.getByRole('button', { name: `Use ${contract_number} (Chidi)` }).click();
    await expect(page.getByText('The contract number is valid.')).toBeVisible();

    await page.goto(`/order/success/${order.id}`);
    await page.getByRole('button', { name: 'Got it' }).click();
    const later = page.getByRole('region', { name: 'Upcoming charges' });
    await expect(later).toContainText('$2,214.50');
    await expect(later).toContainText('includes a $64.50 fee');
    await expect(later).toContainText('Visa ****4242');
    await expectAccessible(page, 'the success page with what comes later');
    await expect(page.getByRole('link', { name: 'Sign for another child' })).toHaveAttribute(
      'href',
      '/contract?school=hm',
    );
  },
);

/** @shows MB22.6 MB22.7 */
test(
  'a card says what it costs as the default, and staff read whom to call about an order',
  { tag: ['@once', '@long'] },
  async ({ browser, page, request }) => {
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    const order = await buyByApi(family, HM_TWO_PAYMENTS);
    await buyByApi(family, HM_TWO_PAYMENTS, '5555555555554444', await anotherChild(family));
    const methods = await family.call('GET', '/accounting/payment-methods/read/all');
    const other = methods.find((method) => !method.is_default);
    await signIn(page, family.tokens);
    await page.goto(`/dashboard/payment-methods/edit/${other.id}`);
    await expect(page.getByText(/each with its program’s card fee/)).toBeVisible();

    const office = await browser.newPage();
    await signInAsStaff(office, request);
    await office.goto(`/dashboard/orders/${order.id}`);
    await expect(office.getByRole('link', { name: /^\d{3}-\d{3}-\d{4}$/ }).first()).toBeVisible();
    await expect(office.getByRole('link', { name: family.email }).first()).toBeVisible();
  },
);
