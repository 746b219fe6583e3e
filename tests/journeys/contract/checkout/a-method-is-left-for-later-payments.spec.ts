import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { clickCheckout, confirm, expectSigned } from '#tests/support/browser/wizard/steps.ts';
import { aFamilyInWizard, openStep, type Chosen } from '#tests/support/browser/wizard/prepared-draft.ts';

/** Nothing today, and 4,350.00 in four months; a card costs 3 % more. */
const NOTHING_DOWN: Chosen = {
  school: 'ecfs',
  program: 'ecfs-ms-us',
  grade: true,
  route: 'Middle School split',
  term: 'Nothing down, two payments',
};

/** A family that has come to Checkout without being asked for a method. */
async function atCheckout(page: Page, request: APIRequestContext): Promise<void> {
  const family = await aFamilyInWizard(request, NOTHING_DOWN);
  family.draft.program.payment_type = 'paymentTypeNone';
  await openStep(page, family, 4);
}

const toCome = (page: Page) => page.getByRole('region', { name: 'Upcoming payments' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Sign and pay?' });

/** @shows MB11.1 MB11.2 MB11.3 */
test(
  'a family with nothing due today leaves a card for what falls due later',
  { tag: '@long' },
  async ({ page, request }) => {
    test.setTimeout(120_000);
    await atCheckout(page, request);
    await expect(toCome(page)).toContainText('Nothing is charged today.');
    await expect(toCome(page)).toContainText('$4,350.00 is due on');
    const card = toCome(page).getByRole('radio', { name: 'Card' });
    await expect(card).toHaveAccessibleDescription('Adds a $130.50 fee');
    await card.check();
    await expect(page.getByRole('table', { name: 'What’s due today and later' })).toContainText('$4,480.50');
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByLabel('Name on card').fill('Adaeze Okafor');
    await page.getByLabel('Month').selectOption('12');
    await page.getByLabel('Year', { exact: true }).selectOption({ index: 5 });
    await page.getByLabel('Security code').fill('123');
    await expectAccessible(page, 'a card that is left for later');
    await clickCheckout(page);
    await expect(question(page)).toContainText(
      'Nothing is charged today. We’ll charge $4,480.50 to Visa ****4242 on',
    );
    await expect(question(page)).toContainText('including the card fee of $130.50.');
    await confirm(page);
    await expectSigned(page);
    const later = page.getByRole('region', { name: 'Upcoming charges' });
    await expect(later).toContainText('Visa ****4242');
    await expect(later).toContainText('$4,480.50');
  },
);

/** @shows MB11.4 */
test(
  'a family that leaves nothing signs all the same, and reads what falls due',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await atCheckout(page, request);
    await expect(toCome(page).getByRole('radio', { name: 'I’ll choose later' })).toBeChecked();
    await clickCheckout(page);
    await expect(question(page)).toContainText('Nothing is charged today. $4,350.00 is due on');
    await confirm(page);
    await expectSigned(page);
  },
);

/** @shows MB11.5 */
test(
  'a bank account is left with the login and the terms of the debit',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await atCheckout(page, request);
    await toCome(page).getByRole('radio', { name: 'Bank account (ACH)' }).check();
    await page.getByLabel('Routing number').fill('110000000');
    await page.getByLabel('Account number').fill('000123456789');
    await page.getByRole('radio', { name: 'Checking' }).check();
    const consent = page.getByRole('region', { name: 'Confirm the bank debit' });
    await expect(consent.getByRole('region', { name: 'ACH terms' })).toBeVisible();
    await clickCheckout(page);
    await expect(question(page)).toHaveCount(0);
    await expect(consent).toContainText('required');
  },
);
