import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import {
  alter,
  aFamilyInWizard,
  buyByApi,
  HM_LOWER,
  HM_TWO_PAYMENTS,
  openStep,
} from '#tests/support/browser/wizard/prepared-draft.ts';

/** @shows MB16.1 */
test(
  'a route on which the student rides already says so where it is chosen',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await aFamilyInWizard(request, HM_LOWER);
    await buyByApi(family, HM_TWO_PAYMENTS);
    await openStep(page, family, 3);
    await expect(page.getByText('Chidi already has a contract on this route.')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Round trip' })).toBeDisabled();
    await expect(page.getByRole('radio', { name: 'Morning only' })).toBeEnabled();
  },
);

/** @shows MB20.7 MB20.9 MB20.12 */
test(
  'each step says what it is about, beside it on a wide window and under its fields',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await openStep(page, await aFamilyInWizard(request, HM_TWO_PAYMENTS), 3);
    await expect(page.getByText('ACH means that we debit your bank account.')).toBeVisible();
    await expect(page.getByText(/Your payment term’s deposit plus the add-ons/)).toBeVisible();
    await expect(page.getByText(/never saves card or bank numbers/)).toBeVisible();
    const aside = page.getByRole('region', { name: 'Good to know' });
    await page.goto('/contract?school=hm&step=2');
    await expect(aside).toBeVisible();
    await expectAccessible(page, 'the program step with what is good to know');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(aside).toBeHidden();
  },
);

/** @shows MB10.2 MB10.3 */
test(
  'a term that ends meanwhile is taken back, its successor is there, and both are said',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const early = { ...HM_TWO_PAYMENTS, term: 'Pay in full, early' };
    const family = await aFamilyInWizard(request, early);
    let days = 0;
    await alter(page, '**/api/server/info', ([info]) => [
      { ...info, date: addDays(info.date as PlainDate, days) },
    ]);
    await openStep(page, family, 3);
    await expect(page.getByRole('radio', { name: 'Pay in full, early' })).toBeChecked();
    days = 46;
    await expect(page.getByRole('alert').filter({ hasText: 'has ended' })).toContainText(
      'You can no longer sign with “Pay in full, early”.',
    );
    await expect(page.getByRole('radio', { name: 'Pay in full, early' })).toHaveCount(0);
    await page.getByRole('radio', { name: 'Pay in full' }).check();
    await expect(page.getByText('can no longer sign with')).toHaveCount(0);
    await expect(page.getByText('“Pay in full, early” has ended since you opened this page.')).toBeVisible();
  },
);
