import { expect, test, type Page } from '@playwright/test';
import { expectAnswers } from '#tests/support/browser/form-steps.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { next } from '#tests/support/browser/wizard/steps.ts';
import {
  alter,
  aFamilyInWizard,
  buyByApi,
  anotherChild,
  HM_LOWER,
  HM_MORNING,
  HM_TWO_PAYMENTS,
  keptDraft,
  openStep,
  PERIOD_PROGRAMS,
  ROUTES,
} from '#tests/support/browser/wizard/prepared-draft.ts';

const grade = (page: Page) => page.getByLabel('year entering');
const request = (page: Page) => page.getByLabel('Special request');
const number = (page: Page) => page.getByRole('textbox', { name: 'contract number' });
const check = (page: Page) => page.getByRole('button', { name: 'Check contract number' });
const REQUIRED = 'Some fields are required to proceed.';

/** @shows B-061 B-062 B-063 B-240 B-241 B-244 B-342 */
test(
  'the year is asked for where there are grades, and a text may be as long as it may be',
  { tag: '@long' },
  async ({ page, request: api }) => {
    await openStep(page, await aFamilyInWizard(api, { ...HM_LOWER, grade: false }), 2);
    await expect(grade(page).getByRole('option')).toHaveText([
      'Choose',
      'Nursery',
      'Pre-K',
      'Kindergarten',
      '1st',
      '2nd',
      '3rd',
      '4th',
      '5th',
    ]);
    await expect(check(page)).toBeVisible();
    await next(page);
    await expect(page.getByText(REQUIRED)).toBeVisible();
    await expect(grade(page)).toBeFocused();
    await expectAccessible(page, 'the program step with an error');
    await expectAnswers(request(page), [
      ['r'.repeat(8193), 'The special request field may not be greater than 8192 characters'],
      ['r'.repeat(8192), null],
    ]);
    await expectAnswers(number(page), [
      ['1'.repeat(256), 'The contract number field may not be greater than 255 characters'],
      ['1'.repeat(255), null],
    ]);
    await number(page).fill('');
    await grade(page).selectOption({ label: '3rd' });
    await expect(page.getByText(REQUIRED)).toHaveCount(0);
    await next(page);
    await expect(page).toHaveURL(/step=3/);
  },
);

/** @shows B-240 */
test(
  'a program without grades, and without a sibling discount, asks for neither',
  { tag: '@long' },
  async ({ page, request: api }) => {
    await alter(page, '**/api/program/grade/read/all/**', () => []);
    await alter(page, ROUTES, (routes) => routes.map((route) => ({ ...route, discounts: [] })));
    await openStep(page, await aFamilyInWizard(api, { ...HM_LOWER, grade: false }), 2);
    await expect(request(page)).toBeVisible();
    await expect(grade(page)).toHaveCount(0);
    await expect(number(page)).toHaveCount(0);
    await next(page);
    await expect(page).toHaveURL(/step=3/);
  },
);

/** @shows B-064 B-184 B-187 */
test(
  'another program brings its own grades and routes, and asks for the year again',
  { tag: '@long' },
  async ({ page, request: api }) => {
    const read: string[] = [];
    page.on('request', (call) => read.push(new URL(call.url()).pathname));
    const prepared = await aFamilyInWizard(api, HM_TWO_PAYMENTS);
    await openStep(page, prepared, 2);
    await expect(grade(page)).not.toHaveValue('');
    const before = read.length;
    await page.goto('/contract?school=hm&step=0');
    await page.getByRole('radio', { name: /Middle and Upper/ }).check();
    await page.getByRole('button', { name: 'Continue to View Contract Terms' }).click();
    await page.getByRole('checkbox', { name: 'contract terms' }).check();
    await expect
      .poll(async () => (await keptDraft(page)).program)
      .toMatchObject({ grade_id: null, route: null, addons: [], payment_term: null });
    const { program } = await keptDraft(page);
    await next(page);
    // The address changes before the step does, whose button has the same name.
    await expect(page.getByRole('heading', { name: 'Tell us who’s riding' })).toBeVisible();
    await next(page);
    await expect(page).toHaveURL(/step=2/);
    await expect(grade(page)).toHaveValue('');
    await expect(grade(page).getByRole('option').nth(1)).toHaveText('6th');
    expect(read.slice(before)).toContain(`/api/program/grade/read/all/${program.id}`);
    expect(read.slice(before).some((path) => /^\/api\/route\/read\/all\/\d+\/1$/.test(path))).toBe(true);
  },
);

/** @shows B-065 B-310 */
test(
  'a program that is not sold in this period sends the family back to choose',
  { tag: '@long' },
  async ({ page, request: api }) => {
    await alter(page, PERIOD_PROGRAMS, () => []);
    await openStep(page, await aFamilyInWizard(api, HM_LOWER), 2);
    await expect(page.getByRole('alert')).toHaveText(
      'Error: Please go back to previous step and select a program.',
    );
    await expect(request(page)).toHaveCount(0);
    await expectAccessible(page, 'a program that is not sold');
  },
);

/** @shows B-063 B-203 B-204 B-308 */
test(
  'a contract number is checked, its first error is shown at the field and can be removed',
  { tag: '@long' },
  async ({ page, request: api }) => {
    const prepared = await aFamilyInWizard(api, HM_TWO_PAYMENTS);
    const first = await buyByApi(prepared, HM_MORNING, '4242424242424242', await anotherChild(prepared));
    await openStep(page, prepared, 2);
    await check(page).click();
    await expect(number(page)).toHaveAccessibleDescription(/The contract number field is required/);
    const ANSWER = '**/api/route/discount/validate/**';
    await page.route(
      ANSWER,
      (route) =>
        route.fulfill({ status: 422, json: { success: false, errors: ['The first.', 'The second.'] } }),
      { times: 1 },
    );
    await number(page).fill('26-HM-999999-K');
    await check(page).click();
    await expect(number(page)).toHaveAccessibleDescription(/The first\./);
    await expect(page.getByText('The second.')).toHaveCount(0);
    await check(page).click();
    await expect(number(page)).toHaveAccessibleDescription(
      /The contract number is not valid for a sibling discount\./,
    );
    await expectAccessible(page, 'a contract number that is not valid');
    await number(page).fill(` ${first.order_detail.contract.contract_number.toLowerCase()} `);
    await number(page).press('Enter');
    await expect(page.getByText('The contract number is valid.')).toBeVisible();
    await expect
      .poll(async () => (await keptDraft(page)).program.has_valid_second_student_contract_number)
      .toBe(true);
    await expectAccessible(page, 'a contract number that is valid');
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(number(page)).toHaveValue('');
    await expect
      .poll(async () => (await keptDraft(page)).program.has_valid_second_student_contract_number)
      .toBe(false);
    await expect(check(page)).toBeVisible();
  },
);
