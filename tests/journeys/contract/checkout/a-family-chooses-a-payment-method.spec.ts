import { expect, test, type Page } from '@playwright/test';
import { expectAnswers, messageOf } from '#tests/support/browser/form-steps.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { saveCard, schoolId } from '#tests/support/browser/payment-methods.ts';
import { next } from '#tests/support/browser/wizard/steps.ts';
import {
  alter,
  aFamilyInWizard,
  buyByApi,
  HM_MORNING,
  HM_TWO_PAYMENTS,
  keptDraft,
  openStep,
} from '#tests/support/browser/wizard/prepared-draft.ts';

const METHODS = '**/api/accounting/payment-methods/read/all';
const tab = (page: Page, name: 'ACH' | 'Card') => page.getByRole('tab', { name });
const program = async (page: Page) => (await keptDraft(page)).program;
const savedOnes = (page: Page) =>
  page.getByRole('group', { name: 'Saved payment methods' }).getByRole('radio');
const saved = (page: Page, name: string | RegExp) => page.getByRole('radio', { name });
const LONG = 'x'.repeat(256);
const tooLong = (field: string) => `The ${field} field may not be greater than 255 characters`;
const required = (field: string) => `The ${field} field is required`;

/** @shows B-246 B-247 B-248 B-249 B-250 B-344 B-345 B-342 */
test(
  'a card is typed as it is read, and each mistake stands at its field',
  { tag: '@phone' },
  async ({ page, request }) => {
    await openStep(page, await aFamilyInWizard(request, HM_TWO_PAYMENTS), 3);
    await tab(page, 'Card').click();
    await page.getByLabel('Name on card').fill('');
    await next(page);
    const card = page.getByLabel('Card number');
    const code = page.getByLabel('Security code');
    const name = page.getByLabel('Name on card');
    const month = page.getByLabel('Month');
    const year = page.getByLabel('Year', { exact: true });
    await expect(page.getByText('Some fields are required to proceed.')).toBeVisible();
    await expect(card).toBeFocused();
    for (const [field, wire] of [
      [card, 'card number'],
      [page.getByLabel('Card type'), 'card type'],
      [name, 'name on card'],
      [month, 'month'],
      [year, 'year'],
      [code, 'security code'],
    ] as const) {
      await expect(messageOf(field)).toHaveText(required(wire));
    }
    await expectAccessible(page, 'an empty card');
    await expect(card).toHaveAccessibleDescription(/Visa, MasterCard, Amex, Discover/);
    await expect(card).toHaveAttribute('autocomplete', 'cc-number');
    await expect(card).toHaveAttribute('inputmode', 'numeric');
    await expect(code).toHaveAttribute('autocomplete', 'cc-csc');
    for (const [typed, brand, shown] of [
      ['4', 'Visa', '4'],
      ['5555-5555-5555-4444', 'MasterCard', '5555 5555 5555 4444'],
      ['2223 0031 2200 3222', 'MasterCard', '2223 0031 2200 3222'],
      ['378282246310005', 'Amex', '3782 822463 10005'],
      [' 6011 1111 1111 1117 ', 'Discover', '6011 1111 1111 1117'],
    ] as const) {
      await card.fill(typed);
      await expect(card).toHaveValue(shown);
      await expect(card).toHaveAccessibleDescription(new RegExp(`Card type: ${brand}\\.`));
    }
    await expectAnswers(card, [
      ['9999 9999 9999 9995', 'The card number field is invalid'],
      ['4111111111111112', 'The card number field is invalid'],
      ['4111111111111111', null],
    ]);
    await expectAnswers(name, [
      [LONG, tooLong('name on card')],
      ['x'.repeat(255), null],
    ]);
    await expectAnswers(code, [
      ['ab', 'The security code value is not valid'],
      ['1', 'The security code field must be at least 2 characters'],
      ['12345678901', 'The security code field is invalid'],
      ['123', null],
    ]);
    await expect(month.getByRole('option')).toHaveCount(13);
    const years = await year.getByRole('option').allTextContents();
    const today = (await (await request.get('/api/server/info')).json()).items[0].date as string;
    expect(years.slice(1)).toEqual(
      Array.from({ length: 15 }, (_, i) => String(Number(today.slice(0, 4)) + i)),
    );
    await month.selectOption('12');
    await next(page);
    await expect(messageOf(year)).toHaveText(required('year'));
    await year.selectOption({ index: 3 });
    await next(page);
    await expect(page).toHaveURL(/step=4/);
    await expect.poll(async () => (await program(page)).payment_type).toBe('paymentTypeCreditCard');
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    for (const secret of ['41111111', '4111 1111', '1111 1111', 'cc-csc', '"ccid"', 'exp_month'])
      expect(stored).not.toContain(secret);
  },
);

/** @shows B-252 B-253 B-254 B-255 B-342 B-343 B-345 */
test(
  'a bank account is typed as it stands on a check, and each mistake stands at its field',
  { tag: '@long' },
  async ({ page, request }) => {
    await openStep(page, await aFamilyInWizard(request, HM_TWO_PAYMENTS), 3);
    await expect(tab(page, 'ACH')).toHaveAttribute('aria-selected', 'true');
    const form = page.getByRole('tabpanel');
    const field = (label: string) => form.getByRole('textbox', { name: label, exact: true });
    for (const [label, wire] of [
      ['First name', 'first name'],
      ['Last name', 'last name'],
      ['Address', 'address'],
      ['City', 'city'],
      ['Zip', 'zip'],
    ] as const) {
      await expectAnswers(field(label), [
        ['', required(wire)],
        [LONG, tooLong(wire)],
        ['x'.repeat(255), null],
      ]);
    }
    await expectAnswers(field('Phone'), [
      ['123', 'Must be in format: 123-456-7890'],
      ['212-222-3333', null],
      ['2122223333', null],
    ]);
    await expect(field('Phone')).toHaveValue('212-222-3333');
    await expectAnswers(field('Email'), [
      ['', required('email')],
      ['nobody', 'The email field must be a valid email'],
      ['a@b.example', null],
    ]);
    await expectAnswers(field('Routing number'), [
      ['', required('routing number')],
      ['110000001', 'The routing number field is invalid'],
      ['1100-0000 0', null],
    ]);
    await expectAnswers(field('Account number'), [
      ['', required('account number')],
      ['12', 'The account number field is invalid'],
      ['0001 2345-6789', null],
    ]);
    for (const label of ['Routing number', 'Account number'])
      await expect(field(label)).toHaveAttribute('inputmode', 'numeric');
    await form.getByLabel('State').selectOption('');
    await next(page);
    await expect(messageOf(form.getByLabel('State'))).toHaveText(required('state'));
    const kind = form
      .getByRole('group', { name: 'Account type' })
      .or(form.getByRole('radiogroup', { name: 'Account type' }));
    await expect(kind).toContainText(required('account type'));
    await expect(kind.getByRole('radio')).toHaveCount(2);
    await kind.getByRole('radio', { name: 'Checking' }).check();
    await expect(kind.getByRole('radio', { name: 'Savings' })).not.toBeChecked();
    await form.getByLabel('State').selectOption('NY');
    await next(page);
    await expect(page).toHaveURL(/step=4/);
    await expect.poll(async () => (await program(page)).payment_type).toBe('paymentTypeAch');
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    for (const secret of ['110000000', '000123456789', '0001 2345', 'routing', 'account_number'])
      expect(stored).not.toContain(secret);
  },
);

/** @shows B-075 B-194 B-195 B-196 */
test(
  'without a saved method the bank is open first, and a method that is gone is let go',
  { tag: '@long' },
  async ({ page, request }) => {
    const prepared = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    prepared.draft.program.payment_method = 999;
    await openStep(page, prepared, 3);
    await expect(page.getByRole('tab')).toHaveText(['ACH', 'Card']);
    await expect(tab(page, 'ACH')).toHaveAttribute('aria-selected', 'true');
    await expect
      .poll(() => program(page))
      .toMatchObject({ payment_type: 'paymentTypeAch', payment_method: null });
    await tab(page, 'Card').click();
    await expect.poll(async () => (await program(page)).payment_type).toBe('paymentTypeCreditCard');
    await tab(page, 'ACH').click();
    await expect.poll(async () => (await program(page)).payment_type).toBe('paymentTypeAch');
  },
);

/** @shows B-076 B-194 B-197 B-198 B-199 B-200 B-251 */
test(
  'a saved method is chosen, let go, or replaced by a new one',
  { tag: '@long' },
  async ({ page, request }) => {
    const prepared = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    await buyByApi(prepared, HM_MORNING);
    await openStep(page, prepared, 3);
    const visa = saved(page, 'Visa ****4242');
    await expect(tab(page, 'Card')).toHaveAttribute('aria-selected', 'true');
    await expect.poll(async () => (await program(page)).payment_type).toBe('paymentTypeCreditCard');
    await next(page);
    await expect(page.getByText('The payment method field is required')).toBeVisible();
    await expectAccessible(page, 'saved methods with none chosen');
    await visa.click();
    await expect(visa).toBeChecked();
    await expect.poll(async () => Number.isInteger((await program(page)).payment_method)).toBe(true);
    await visa.click();
    await expect(visa).not.toBeChecked();
    await visa.click();
    await tab(page, 'ACH').click();
    await expect
      .poll(() => program(page))
      .toMatchObject({ payment_type: 'paymentTypeAch', payment_method: null });
    await tab(page, 'Card').click();
    await visa.click();
    await page.getByRole('button', { name: 'Use a new card' }).click();
    await expect
      .poll(() => program(page))
      .toMatchObject({ payment_type: 'paymentTypeCreditCard', payment_method: null });
    await page.getByLabel('Card number').fill('5555555555554444');
    await page.getByRole('button', { name: 'Use a saved card' }).click();
    await expect(visa).not.toBeChecked();
    await visa.click();
    await next(page);
    await expect(page).toHaveURL(/step=4/);
    await expect(page.getByText('Visa ****4242', { exact: true })).toBeVisible();
  },
);

/** @shows B-201 B-202 */
test(
  'only methods that can pay this school are offered, the newest first',
  { tag: '@long' },
  async ({ page, request }) => {
    const prepared = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    await buyByApi(prepared, HM_MORNING);
    const options = (await (await request.get('/api/option')).json()).items;
    const ach = options.find((option: { key: string }) => option.key === 'paymentTypeAch').id;
    await alter(page, METHODS, ([visa]) => {
      const like = (id: number, day: string, changes: object = {}) => ({
        ...visa,
        id,
        ident: `****${id}`,
        created_at: `2026-01-${day}T12:00:00.000Z`,
        ...changes,
      });
      const elsewhere = { id: 999, text: 'Elsewhere', programs: [{ id: 999_999 }] };
      return [
        like(1001, '01'),
        like(1002, '03'),
        like(1003, '02', { program_group: null }),
        like(1004, '04', { is_active: false }),
        like(1005, '05', { program_group: elsewhere }),
        like(1006, '06', { exp_year: 2020 }),
        like(1007, '01', { brand: 'Checking', exp_month: null, exp_year: null, payment_type_id: ach }),
      ];
    });
    await openStep(page, prepared, 3);
    await expect(savedOnes(page)).toHaveCount(3);
    const text = await page.getByRole('tabpanel').innerText();
    // The card of another school stands below, with its question.
    expect(text.match(/\*{4}\d{4}/g)).toEqual(['****1002', '****1003', '****1001', '****1005']);
    await tab(page, 'ACH').click();
    await expect(savedOnes(page)).toHaveCount(1);
    await expect(page.getByRole('tabpanel')).toContainText('****1007');
  },
);

/** @shows MP10.14 */
test(
  'a card that is saved for another school pays here after one question',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    await saveCard(family, {}, await schoolId(family, 'nga'));
    await openStep(page, family, 3);
    await tab(page, 'Card').click();
    await page.getByRole('button', { name: /^Use Visa \*{4}4242, saved for / }).click();
    const question = page.getByRole('dialog', { name: 'Use Visa ****4242 here too?' });
    await expect(question).toContainText('Nothing is charged by this.');
    await expectAccessible(page, 'the question about a card of another school');
    await question.getByRole('button', { name: 'Use this card for every school' }).click();
    await expect(saved(page, /4242/)).toBeChecked();
    await next(page);
    await expect(page).toHaveURL(/step=4/);
    const [method] = await family.call('GET', '/accounting/payment-methods/read/all');
    expect(method.program_group).toBeNull();
  },
);
