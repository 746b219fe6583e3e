import { expect, test, type Locator, type Page } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import {
  enter,
  fillAddress,
  fillStudent,
  guardianPart,
  save,
  sentence,
  studentPart,
} from '#tests/support/browser/student-page.ts';

const FORMAT = 'Must be in format: 123-456-7890';
const LONG = 'x'.repeat(256);

test.beforeEach(async ({ page, request }) => {
  await signIn(page, (await newAccount(request)).tokens);
  await page.goto('/dashboard/students/create');
  await expect(save(page)).toBeVisible();
});

/** What stands under a field as its error. */
async function expectError(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(message.replaceAll(/[.()/]/g, '\\$&')));
}

async function expectGood(field: Locator): Promise<void> {
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
}

/** A required name of 1 to 255 characters. */
async function checkName(field: Locator, name: string): Promise<void> {
  await enter(field, '');
  await expectError(field, `The ${name} field is required`);
  await enter(field, LONG);
  await expectError(field, `The ${name} field may not be greater than 255 characters`);
  await enter(field, LONG.slice(1));
  await expectGood(field);
  await enter(field, 'A');
  await expectGood(field);
}

async function checkPhone(field: Locator): Promise<void> {
  for (const wrong of ['123', '1234567', '1234567890', '+65 9123 4567', '555-0101 ext 914']) {
    await enter(field, wrong);
    await expectError(field, FORMAT);
    await expect(field).toHaveValue(wrong);
  }
  await enter(field, '7185550188');
  await expect(field).toHaveValue('718-555-0188');
  await expectGood(field);
}

async function checkEmail(field: Locator, name: string): Promise<void> {
  await enter(field, 'abc');
  await expectError(field, `The ${name} field must be a valid email`);
  await enter(field, `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(60)}.ex`);
  await expectError(field, `The ${name} field may not be greater than 255 characters`);
  await enter(field, 'ngozi@okafor.example');
  await expectGood(field);
}

/** @shows A-232 A-233 A-234 A-235 A-236 A-237 A-248 A-352 */
test('the student’s own fields', { tag: '@long' }, async ({ page }) => {
  const student = studentPart(page);
  await checkName(student.getByLabel('First name'), 'first name');
  await checkName(student.getByLabel('Last name'), 'last name');
  const born = student.getByLabel('Date of birth');
  for (const [wrong, says] of [
    ['2015-01-02', 'The date of birth field must be in the format MM/dd/yyyy'],
    ['13/01/2015', 'There is no such day'],
    ['02/30/2015', 'There is no such day'],
  ] as const) {
    await enter(born, wrong);
    await expectError(born, says);
  }
  await enter(born, '01/02/2015');
  await expectGood(born);
  const home = student.getByLabel('Home number');
  await checkPhone(home);
  await enter(home, '');
  await expectError(home, 'The home number field is required');
  const mobile = student.getByLabel('Mobile number');
  await checkPhone(mobile);
  await enter(mobile, '');
  await expectGood(mobile);
  const email = student.getByLabel('Student’s email');
  await checkEmail(email, 'student’s email');
  await enter(email, '');
  await expectGood(email);
  await save(page).click();
  await expect(sentence(page, 'The sex field is required')).toBeVisible();
  await expectAccessible(page, 'a student form full of errors');
});

/** @shows A-240 A-241 A-242 A-352 */
test('the first guardian', { tag: '@long' }, async ({ page }) => {
  const guardian = guardianPart(page, 1);
  await checkName(guardian.getByLabel('First name'), 'guardian 1 first name');
  await checkName(guardian.getByLabel('Last name'), 'guardian 1 last name');
  const phone = guardian.getByLabel('Work or cell number');
  await checkPhone(phone);
  await enter(phone, '');
  await expectError(phone, 'The guardian 1 work or cell number field is required');
  const email = guardian.getByLabel('Email');
  await checkEmail(email, 'guardian 1 email');
  await enter(email, '');
  await expectError(email, 'The guardian 1 email field is required');
});

/** @shows A-243 A-244 A-245 A-352 */
test('the second guardian, who may be left out', { tag: '@long' }, async ({ page }) => {
  const guardian = guardianPart(page, 2);
  const [phone, email, last] = [
    guardian.getByLabel('Work or cell number'),
    guardian.getByLabel('Email'),
    guardian.getByLabel('Last name'),
  ];
  await enter(last, LONG);
  await expectError(last, 'The guardian 2 last name field may not be greater than 255 characters');
  await enter(last, 'Okafor');
  await save(page).click();
  await expectError(phone, 'The guardian 2 work or cell number field is required');
  await expectError(email, 'The guardian 2 email field is required');
  await checkPhone(phone);
  await checkEmail(email, 'guardian 2 email');
  await enter(phone, '');
  await enter(email, '');
  await expectError(phone, 'The guardian 2 work or cell number field is required');
  await enter(last, '');
  await expectGood(phone);
  await expectGood(email);
  await enter(guardian.getByLabel('First name'), 'Obi');
  await save(page).click();
  await expectError(email, 'The guardian 2 email field is required');
});

/** @shows A-157 A-246 A-247 */
test('health and custody ask for more only when they are ticked', { tag: '@long' }, async ({ page }) => {
  const boxes: [RegExp, string[]][] = [
    [/medical concerns/, ['Medical details']],
    [/split custody/, ['Second address', 'Schedule / Notes']],
  ];
  for (const [tick, fields] of boxes) {
    for (const field of fields) await expect(page.getByLabel(field)).toHaveCount(0);
    await page.getByRole('checkbox', { name: tick }).check();
    for (const field of fields) await expect(page.getByLabel(field)).toBeVisible();
  }
  await expectAccessible(page, 'health and custody');
  for (const [tick, fields] of boxes) {
    await page.getByRole('checkbox', { name: tick }).uncheck();
    for (const field of fields) await expect(page.getByLabel(field)).toHaveCount(0);
  }
});

/** Every required field carries its mark. */
async function marked(page: Page): Promise<string[]> {
  const labels = await page.locator('label, legend').allTextContents();
  return labels.filter((label) => label.startsWith('*')).map((label) => label.replace(/^\*\s*/, ''));
}

/** @shows A-210 A-152 */
test('what is required says so, and what is ticked is kept', { tag: '@long' }, async ({ page }) => {
  expect(await marked(page)).toEqual([
    'First name',
    'Last name',
    'Sex',
    'Date of birth',
    'Home number',
    'First name',
    'Last name',
    'Email',
    'Work or cell number',
    'Address',
    'City',
    'State',
    'Zip',
  ]);
  await fillStudent(page, 'Ngozi');
  await fillAddress(page);
  await page.getByRole('checkbox', { name: /medical concerns/ }).check();
  await page.getByLabel('Medical details').fill('Asthma');
  await page.getByRole('checkbox', { name: /exit bus alone/ }).check();
  await save(page).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Medical details')).toHaveValue('Asthma');
  await expect(page.getByRole('checkbox', { name: /exit bus alone/ })).toBeChecked();
});
