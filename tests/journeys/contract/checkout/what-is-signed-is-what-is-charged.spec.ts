import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { saveCard } from '#tests/support/browser/payment-methods.ts';
import {
  clickCheckout,
  confirm,
  expectSigned,
  PASSWORD,
  typeBank,
} from '#tests/support/browser/wizard/steps.ts';
import {
  aFamilyInWizard,
  HM_LOWER,
  openStep,
  type Chosen,
} from '#tests/support/browser/wizard/prepared-draft.ts';

/** 2,200.00 today and 2,150.00 later; a credit card costs 3 % more. */
const TWO_PAYMENTS: Chosen = { ...HM_LOWER, route: 'Round trip', term: 'Two payments' };

const method = (page: Page) => page.getByRole('region', { name: 'Payment method' });
const box = (page: Page) =>
  page.getByRole('checkbox', { name: 'Use this account for the later payments too?' });
const fees = (page: Page) => page.getByRole('table', { name: 'What’s due today and later' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Sign and pay?' });
const later = (page: Page) => page.getByRole('region', { name: 'Upcoming charges' });

async function atCheckoutByBank(page: Page, request: Parameters<typeof aFamilyInWizard>[0]) {
  const family = await aFamilyInWizard(request, TWO_PAYMENTS);
  await saveCard(family);
  await openStep(page, family, 3);
  await page.getByRole('tab', { name: 'ACH' }).click();
  const another = page.getByRole('button', { name: /new|another/i }).first();
  if (await another.isVisible()) await another.click();
  await typeBank(page);
  return family;
}

async function sign(page: Page): Promise<void> {
  const consent = page.getByRole('region', { name: 'Confirm the bank debit' });
  await consent.getByLabel('Password').fill(PASSWORD);
  await consent.getByRole('checkbox').check();
  await clickCheckout(page);
}

/** @shows MP1.1 MP1.4 */
test(
  'a default card is named with its fee before a bank account signs, and charged as signed',
  {
    tag: '@phone',
  },
  async ({ page, request }, info) => {
    test.setTimeout(120_000);
    await atCheckoutByBank(page, request);
    const sentence =
      /We’ll charge \$2,214\.50 to Visa \*{4}4242 on \w{3} [\d/]{10}, including the card fee of \$64\.50/;
    await expect(method(page)).toContainText(sentence);
    await expect(box(page)).not.toBeChecked();
    await expect(fees(page)).toContainText('$4,414.50');
    await method(page).scrollIntoViewIfNeeded();
    await page.screenshot({ path: info.outputPath('asked.png') });
    await expectAccessible(page, 'who pays later');
    await sign(page);
    await expect(question(page)).toContainText(sentence);
    await confirm(page);
    await expectSigned(page);
    await expect(later(page)).toContainText('Visa ****4242');
    await expect(later(page)).toContainText('$2,214.50');
    await page.screenshot({ path: info.outputPath('success.png') });
  },
);

/** @shows MP1.2 MP1.4 */
test(
  'the account pays later too when the family says so, and no fee is signed',
  { tag: ['@phone', '@long'] },
  async ({ page, request }) => {
    test.setTimeout(120_000);
    await atCheckoutByBank(page, request);
    await box(page).check();
    await expect(method(page)).toContainText(
      /We’ll charge \$2,150\.00 to Checking \*{4}6789 on \w{3} \d\d\/\d\d\/\d{4}/,
    );
    await expect(fees(page)).toContainText('$4,350.00');
    await sign(page);
    await confirm(page);
    await expectSigned(page);
    await expect(later(page)).toContainText('$2,150.00');
    await expect(later(page)).not.toContainText('Visa');
  },
);
