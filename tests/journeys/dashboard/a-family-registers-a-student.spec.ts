import { expect, test } from '@playwright/test';
import { DEMO, logInByApi, newAccount, signIn } from '#tests/support/browser/account.ts';
import { loseFirstAnswer } from '#tests/support/browser/changed-responses.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';
import {
  cardOf,
  fillAddress,
  fillStudent,
  guardianPart,
  save,
  sentence,
  studentPart,
  tabTo,
  typeInto,
} from '#tests/support/browser/student-page.ts';

/** @shows A-136 */
test('guardian 1 is the parent who is signed in', { tag: '@phone' }, async ({ page, request }) => {
  await signIn(page, await logInByApi(request, DEMO.family));
  await page.goto('/dashboard/students/create');
  const guardian = guardianPart(page, 1);
  await expect(guardian.getByLabel('First name')).toHaveValue('Adaeze');
  await expect(guardian.getByLabel('Last name')).toHaveValue('Okafor');
  await expect(guardian.getByLabel('Work or cell number')).toHaveValue('917-555-0132');
  await expect(guardian.getByLabel('Email')).toHaveValue(DEMO.family.email);
});

/** @shows A-137 A-150 A-206 */
test('a new student, and later a change, lead back to the list', async ({ page, request }) => {
  const family = await newAccount(request);
  await signIn(page, family.tokens);
  await page.goto('/dashboard/students/create');
  await fillStudent(page, 'Ngozi');
  await fillAddress(page);
  const posted = page.waitForRequest(
    (sent) => sent.method() === 'POST' && sent.url().endsWith('/api/student'),
  );
  await save(page).click();
  expect((await posted).postDataJSON()).toMatchObject({
    sex: 'f',
    address_id: null,
    address: '120 Waldo Avenue',
    city: 'Bronx',
    state: 'NY',
    zip: '10471',
  });
  await expect(page).toHaveURL('/dashboard/students');
  await expect(page.getByText('Ngozi Okafor is registered.').first()).toBeVisible();

  await cardOf(page, 'Ngozi Okafor').getByRole('link', { name: 'Edit' }).click();
  await expect(studentPart(page).getByRole('radio', { name: 'Female' })).toBeChecked();
  await studentPart(page).getByRole('radio', { name: 'Male', exact: true }).check();
  await studentPart(page).getByLabel('First name').fill('Obi');
  await save(page).click();
  await expect(page).toHaveURL('/dashboard/students');
  await expect(cardOf(page, 'Obi Okafor')).toBeVisible();
  const [student] = await family.call('GET', '/student');
  expect(student).toMatchObject({
    first_name: 'Obi',
    sex: 'm',
    date_of_birth: '04/09/2018',
    address: '120 Waldo Avenue',
    state: 'NY',
  });
});

test(
  'a student and an address whose answer is lost are saved once, however often they are sent',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await signIn(page, family.tokens);
    const saveTwice = async (path: string, fill: () => Promise<void>) => {
      const { keys } = await loseFirstAnswer(page, `**/api/${path}`);
      await fill();
      await save(page).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await save(page).click();
      await expect(page).toHaveURL(/\/dashboard\/(students|addresses)$/);
      expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
      expect(await family.call('GET', `/${path}`)).toHaveLength(1);
    };
    await page.goto('/dashboard/addresses/create');
    await saveTwice('address', () => fillAddress(page));
    await page.goto('/dashboard/students/create');
    await saveTwice('student', async () => {
      await fillStudent(page, 'Ngozi');
      await fillAddress(page);
    });
  },
);

test('a student is registered by keyboard only', { tag: ['@once', '@long'] }, async ({ page, request }) => {
  const family = await newAccount(request);
  await signIn(page, family.tokens);
  await page.goto('/dashboard/students');
  await tabTo(page, page.getByRole('link', { name: 'Create' }));
  await page.keyboard.press('Enter');
  const student = studentPart(page);
  await expect(student).toBeVisible();
  await typeInto(page, student.getByLabel('First name'), 'Ngozi');
  await typeInto(page, student.getByLabel('Last name'), 'Okafor');
  await tabTo(page, student.getByRole('radio', { name: 'Male', exact: true }));
  await page.keyboard.press('ArrowRight');
  await expect(student.getByRole('radio', { name: 'Female' })).toBeChecked();
  await typeInto(page, student.getByLabel('Date of birth'), '04092018');
  await typeInto(page, student.getByLabel('Home number'), '7185550188');
  await tabTo(page, student.getByRole('checkbox', { name: /medical concerns/ }));
  await page.keyboard.press('Space');
  await typeInto(page, student.getByLabel('Medical details'), 'Asthma');
  await typeInto(page, guardianPart(page, 1).getByLabel('Work or cell number'), '7185550199');
  await typeInto(page, page.getByRole('textbox', { name: 'Address', exact: true }), '120 Waldo Avenue');
  await typeInto(page, page.getByLabel('City'), 'Bronx');
  await tabTo(page, page.getByLabel('State'));
  await page.keyboard.type('NY');
  await typeInto(page, page.getByLabel('Zip'), '10471');
  await tabTo(page, save(page));
  await page.keyboard.press('Enter');
  await expect(cardOf(page, 'Ngozi Okafor')).toBeVisible();
  const [saved] = await family.call('GET', '/student');
  expect(saved).toMatchObject({
    sex: 'f',
    date_of_birth: '04/09/2018',
    phone_home: '718-555-0188',
    medical_concerns: 'Asthma',
    state: 'NY',
  });
});

/** @shows A-202 */
test(
  'a refused student keeps the person on the form with everything typed',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    const [known] = await family.call('POST', '/student', aStudentForm());
    await signIn(page, family.tokens);
    const refusal = {
      success: false,
      errors: ['The bus yard is closed.', 'This zip is not served.'],
      field_errors: { zip: ['This zip is not served.'] },
    };
    await page.route(/\/api\/student(\/\d+)?$/, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 422, json: refusal }),
    );
    await page.goto('/dashboard/students/create');
    await fillStudent(page, 'Ngozi');
    await fillAddress(page);
    await save(page).click();
    await expect(sentence(page, 'This zip is not served.')).toBeVisible();
    await expect(page).toHaveURL('/dashboard/students/create');
    await expect(studentPart(page).getByLabel('First name')).toHaveValue('Ngozi');
    await expect(page.getByLabel('Zip')).toHaveValue('10471');
    await expectAccessible(page, 'refused student');

    await page.goto(`/dashboard/students/edit/${known.id}`);
    await studentPart(page).getByLabel('First name').fill('Chidiebere');
    await save(page).click();
    await expect(sentence(page, 'This zip is not served.')).toBeVisible();
    await expect(page).toHaveURL(`/dashboard/students/edit/${known.id}`);
    await expect(studentPart(page).getByLabel('First name')).toHaveValue('Chidiebere');
  },
);
