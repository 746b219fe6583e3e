import { expect, test, type Page } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';
import { enter, fillAddress, fillStudent, save, studentPart } from '#tests/support/browser/student-page.ts';
import { expectStep, toStudentStep } from '#tests/support/browser/wizard/family.ts';
import { next, ROUND_TRIP } from '#tests/support/browser/wizard/steps.ts';

const question = (page: Page) => page.getByRole('dialog');
const useRecord = (page: Page) =>
  question(page).getByRole('button', { name: 'Use the record of Ngozi Okafor' });
const saveAnother = (page: Page) => question(page).getByRole('button', { name: 'Save another child' });

/** A family with Ngozi, as the form of a new student fills her in. */
async function aFamilyWithNgozi(page: Page) {
  const family = await newAccount(page.request);
  const ngozi = { first_name: 'Ngozi', sex: 'f', date_of_birth: '04/09/2018' };
  const [student] = await family.call('POST', '/student', aStudentForm(ngozi));
  await signIn(page, family.tokens);
  return { family, student };
}

/** @shows MC10.1 */
test(
  'a child that is registered again is asked about, and the record is opened',
  { tag: '@long' },
  async ({ page }) => {
    const { family, student } = await aFamilyWithNgozi(page);
    await page.goto('/dashboard/students/create');
    await fillStudent(page, 'NGOZI');
    await fillAddress(page);
    await save(page).click();
    await expect(question(page)).toContainText('Is this Ngozi Okafor, whom you registered already?');
    await expectAccessible(page, 'a child that is registered already');
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await save(page).click();
    await useRecord(page).click();
    await expect(page).toHaveURL(`/dashboard/students/edit/${student.id}`);
    await expect(studentPart(page).getByLabel('First name')).toHaveValue('Ngozi');
    expect(await family.call('GET', '/student')).toHaveLength(1);
  },
);

/** @shows MC10.1 */
test('another child of the same name is saved after the question', { tag: '@long' }, async ({ page }) => {
  const { family } = await aFamilyWithNgozi(page);
  await page.goto('/dashboard/students/create');
  await fillStudent(page, 'Ngozi');
  await fillAddress(page);
  await save(page).click();
  await saveAnother(page).click();
  await expect(page).toHaveURL('/dashboard/students');
  expect(await family.call('GET', '/student')).toHaveLength(2);
});

/** @shows MC10.1 */
test('step 1 of the wizard takes the registered child', { tag: '@long' }, async ({ page }) => {
  const { family, student } = await aFamilyWithNgozi(page);
  await toStudentStep(page, ROUND_TRIP);
  await fillStudent(page, 'Ngozi');
  await fillAddress(page);
  await next(page);
  await useRecord(page).click();
  await expect(page.locator('input[name=id]')).toHaveValue(String(student.id));
  await enter(studentPart(page).getByLabel('Mobile number'), '914-555-0133');
  await next(page);
  await expectStep(page, 2);
  expect(await family.call('GET', '/student')).toMatchObject([{ phone_mobile: '914-555-0133' }]);
});
