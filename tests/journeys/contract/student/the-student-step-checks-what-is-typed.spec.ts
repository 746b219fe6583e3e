import { expect, test } from '@playwright/test';
import { expectAnswers } from '#tests/support/browser/form-steps.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import {
  enter,
  fillAddress,
  fillStudent,
  guardianPart,
  sentence,
  studentPart,
} from '#tests/support/browser/student-page.ts';
import { next, ROUND_TRIP } from '#tests/support/browser/wizard/steps.ts';
import { aFamilyOf, expectStep, missing, toStudentStep } from '#tests/support/browser/wizard/family.ts';

const FORMAT = 'Must be in format: 123-456-7890';
const required = (field: string) => `The ${field} field is required`;
const tooLong = (field: string, n = 255) => `The ${field} field may not be greater than ${n} characters`;
const characters = (n: number) => 'x'.repeat(n);

test.beforeEach(async ({ page }) => {
  await aFamilyOf(page);
  await toStudentStep(page, ROUND_TRIP);
});

const nameAnswers = (field: string) =>
  [
    ['', required(field)],
    [characters(256), tooLong(field)],
    [characters(255), null],
    ['A', null],
  ] as const;
const phoneAnswers = [
  ['123', FORMAT],
  ['1234567', FORMAT],
  ['1234567890', FORMAT],
  ['7185550188', null],
] as const;
const emailAnswers = (field: string) =>
  [
    ['abc', `The ${field} field must be a valid email`],
    [`${characters(64)}@${`${characters(45)}.`.repeat(4)}example`, tooLong(field)],
    ['a@b.example', null],
  ] as const;

/** @shows B-057 B-223 B-224 B-225 B-226 B-227 B-228 */
test('the student’s own fields', { tag: '@phone' }, async ({ page }) => {
  const student = studentPart(page);
  await expectAnswers(student.getByLabel('First name'), nameAnswers('first name'));
  await expectAnswers(student.getByLabel('Last name'), nameAnswers('last name'));
  const format = 'The date of birth field must be in the format MM/dd/yyyy';
  await expectAnswers(student.getByLabel('Date of birth'), [
    ['', required('date of birth')],
    ['2012-03-04', format],
    ['02/30/2015', 'There is no such day'],
    ['03/04/2012', null],
  ]);
  await expectAnswers(student.getByLabel('Home number'), [['', required('home number')], ...phoneAnswers]);
  await expect(student.getByLabel('Home number')).toHaveValue('718-555-0188');
  await expectAnswers(student.getByLabel('Mobile number'), [...phoneAnswers, ['', null]]);
  await expectAnswers(student.getByLabel('Student’s email'), [
    ...emailAnswers('student’s email'),
    ['', null],
  ]);
  await next(page);
  await expect(sentence(page, required('sex'))).toBeVisible();
  await expect(missing(page)).toBeVisible();
  await expect(student.getByRole('radio').first()).toBeFocused();
  await expectStep(page, 1);
});

/** @shows B-230 B-231 B-232 B-233 B-234 B-235 */
test('both guardians', { tag: '@long' }, async ({ page }) => {
  const one = guardianPart(page, 1);
  await expectAnswers(one.getByLabel('First name'), nameAnswers('guardian 1 first name'));
  await expectAnswers(one.getByLabel('Last name'), nameAnswers('guardian 1 last name'));
  await expectAnswers(one.getByLabel('Work or cell number'), [
    ['', required('guardian 1 work or cell number')],
    ...phoneAnswers,
  ]);
  await expectAnswers(one.getByLabel('Email'), [
    ['', required('guardian 1 email')],
    ...emailAnswers('guardian 1 email'),
  ]);
  const two = guardianPart(page, 2);
  const [phone, email] = [two.getByLabel('Work or cell number'), two.getByLabel('Email')];
  await expectAnswers(two.getByLabel('First name'), [
    [characters(256), tooLong('guardian 2 first name')],
    ['', null],
  ]);
  await expectAnswers(two.getByLabel('Last name'), [
    [characters(256), tooLong('guardian 2 last name')],
    ['', null],
  ]);
  await expectAnswers(phone, [...phoneAnswers, ['', null]]);
  await expectAnswers(email, [...emailAnswers('guardian 2 email'), ['', null]]);
  await enter(two.getByLabel('First name'), 'Obi');
  await next(page);
  await expect(phone).toHaveAccessibleDescription(new RegExp(required('guardian 2 work or cell number')));
  await expect(email).toHaveAccessibleDescription(required('guardian 2 email'));
});

/** @shows B-237 */
test('a new address', { tag: '@long' }, async ({ page }) => {
  await expectAnswers(page.getByRole('textbox', { name: 'Address', exact: true }), nameAnswers('address'));
  await expectAnswers(page.getByLabel('Apt'), [
    [characters(256), tooLong('apt')],
    [characters(255), null],
    ['', null],
  ]);
  await expectAnswers(page.getByLabel('City'), nameAnswers('city'));
  await expectAnswers(page.getByLabel('Zip'), [
    ['', required('zip')],
    [characters(51), tooLong('zip', 50)],
    [characters(50), 'The zip field must be in the format 12345 or 12345-6789'],
    ['10463-1234', null],
    ['10463', null],
  ]);
  // The school's own state stands there first.
  await page.getByLabel('State').selectOption('');
  await next(page);
  await expect(page.getByLabel('State')).toHaveAccessibleDescription(required('state'));
  await expect(page.getByLabel('State').getByRole('option')).toHaveCount(52);
  await expectAccessible(page, 'step 1 full of errors');
});

const boxes: [tick: RegExp, fields: string[]][] = [
  [/medical concerns/, ['Medical details']],
  [/split custody/, ['Second address', 'Schedule / Notes']],
];

/** @shows B-053 B-054 B-233 */
test(
  'health and custody ask for more when they are ticked, and a second guardian may be left out',
  { tag: '@long' },
  async ({ page }) => {
    for (const [tick, fields] of boxes) {
      for (const field of fields) await expect(page.getByLabel(field)).toHaveCount(0);
      await page.getByRole('checkbox', { name: tick }).check();
      for (const field of fields) await page.getByLabel(field).fill(`About ${field}`);
    }
    await expectAccessible(page, 'step 1 with health and custody');
    await fillStudent(page, 'Ngozi');
    await fillAddress(page);
    await next(page);
    await expectStep(page, 2);
    await page.goBack();
    for (const [tick, fields] of boxes) {
      for (const field of fields) await expect(page.getByLabel(field)).toHaveValue(`About ${field}`);
      await page.getByRole('checkbox', { name: tick }).uncheck();
      for (const field of fields) await expect(page.getByLabel(field)).toHaveCount(0);
    }
  },
);
