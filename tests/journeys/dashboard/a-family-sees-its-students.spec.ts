import { expect, test } from '@playwright/test';
import { DEMO, logInByApi, newAccount, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';
import { cardOf, sentence } from '#tests/support/browser/student-page.ts';

/** @shows MA11.7 A-133 A-134 */
test(
  'a family without students is told so and led to the form',
  { tag: '@long' },
  async ({ page, request }) => {
    await signIn(page, (await newAccount(request)).tokens);
    await page.goto('/dashboard/students');
    await expect(sentence(page, "You don't have students yet.")).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Start a contract' })).toBeVisible();
    await expectAccessible(page, 'no students');
    await page.getByRole('link', { name: 'Create' }).click();
    await expect(page).toHaveURL('/dashboard/students/create');
    await expect(page.getByRole('heading', { level: 1, name: 'Create Student' })).toBeVisible();
  },
);

/** @shows A-129 A-130 */
test('a card says who the student is and how to reach them', { tag: '@long' }, async ({ page, request }) => {
  const family = await newAccount(request);
  await family.call(
    'POST',
    '/student',
    aStudentForm({ phone_mobile: '917-555-0107', email: 'chidi@okafor.example' }),
  );
  await family.call(
    'POST',
    '/student',
    aStudentForm({
      first_name: 'Ngozi',
      last_name: 'Okafor-Montgomery-Featherstonehaugh',
      date_of_birth: '07/02/2020',
    }),
  );
  await signIn(page, family.tokens);
  await page.goto('/dashboard/students');
  const chidi = cardOf(page, 'Chidi Okafor');
  for (const text of [
    'Date of birth',
    '09/14/2018',
    'Home number',
    '914-555-0101',
    'Mobile number',
    '917-555-0107',
    'Email',
    'chidi@okafor.example',
  ]) {
    await expect(chidi.getByText(text, { exact: true })).toBeVisible();
  }
  const ngozi = cardOf(page, 'Ngozi');
  await expect(ngozi.getByText('07/02/2020')).toBeVisible();
  // No mobile number and no email.
  await expect(ngozi.getByText('N/A')).toHaveCount(2);
  await expect(ngozi.getByRole('img')).toHaveCount(0);
  await expect(ngozi.getByRole('button', { name: 'Delete' })).toBeVisible();
  await expectAccessible(page, 'students');
  await ngozi.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('First name').first()).toHaveValue('Ngozi');
});

/** @shows MA11.6 A-131 A-294 B-266 */
test('only a student without contracts can be deleted', { tag: '@long' }, async ({ page, request }) => {
  await signIn(page, await logInByApi(request, DEMO.family));
  await page.goto('/dashboard/students');
  await expect(cardOf(page, 'Ngozi Okafor').getByRole('button', { name: 'Delete' })).toBeVisible();
  const chidi = cardOf(page, 'Chidi Okafor');
  await expect(chidi.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expect(chidi.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(chidi.getByText('Has a contract, so this record can’t be deleted.')).toBeVisible();
  await expect(chidi.getByRole('link', { name: 'View orders' })).toHaveAttribute('href', '/dashboard/orders');
});

/** @shows A-132 */
test('a student is deleted only after a second thought', async ({ page, request }) => {
  const family = await newAccount(request);
  await family.call('POST', '/student', aStudentForm());
  await signIn(page, family.tokens);
  const deletions: string[] = [];
  page.on('request', (sent) => sent.method() === 'DELETE' && deletions.push(sent.url()));
  await page.goto('/dashboard/students');
  await cardOf(page, 'Chidi Okafor').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Chidi Okafor?' });
  await expect(dialog).toHaveAccessibleDescription('Are you sure you want to delete this student record?');
  await expectAccessible(page, 'deleting a student');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(cardOf(page, 'Chidi Okafor')).toBeVisible();
  expect(deletions).toEqual([]);

  await cardOf(page, 'Chidi Okafor').getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(sentence(page, "You don't have students yet.")).toBeVisible();
  await expect(page.getByText('Chidi Okafor was deleted.').first()).toBeVisible();
  expect(deletions).toHaveLength(1);
});

/** @shows MD20.1 */
test(
  'after a deletion the focus stands at the next row, and at the heading when none is left',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await family.call('POST', '/student', aStudentForm());
    await family.call('POST', '/student', aStudentForm({ first_name: 'Ngozi' }));
    await signIn(page, family.tokens);
    await page.goto('/dashboard/students');
    const removeByKeyboard = async (name: string) => {
      await cardOf(page, name).getByRole('button', { name: 'Delete' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
      await expect(cardOf(page, name)).toHaveCount(0);
    };
    await removeByKeyboard('Chidi Okafor');
    await expect(cardOf(page, 'Ngozi Okafor').getByRole('link', { name: 'Edit' })).toBeFocused();
    await removeByKeyboard('Ngozi Okafor');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  },
);

test(
  'a deletion that fails leaves everything where it was and says why',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    const [student] = await family.call('POST', '/student', aStudentForm());
    await family.call('POST', '/student', aStudentForm({ first_name: 'Ngozi' }));
    await signIn(page, family.tokens);
    await page.goto('/dashboard/students');
    await cardOf(page, 'Chidi Okafor').getByRole('button', { name: 'Delete' }).click();
    // Another member of the family was faster.
    await family.call('DELETE', `/student/${student.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Student not found.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await cardOf(page, 'Ngozi Okafor').getByRole('button', { name: 'Delete' }).click();
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
  },
);

/** @shows A-135 A-141 A-347 */
test(
  'an unknown student or address is not found, and the way back is there',
  { tag: '@long' },
  async ({ page, request }) => {
    await signIn(page, (await newAccount(request)).tokens);
    await page.goto('/dashboard/students/edit/99999999');
    await expect(sentence(page, 'Student not found.')).toBeVisible();
    await expectAccessible(page, 'student not found');
    await page.getByRole('link', { name: 'All students' }).click();
    await expect(page).toHaveURL('/dashboard/students');
    await page.goto('/dashboard/addresses/edit/99999999');
    await expect(sentence(page, 'Address not found.')).toBeVisible();
    await expectAccessible(page, 'address not found');
  },
);

/** @shows MA11.5 MA11.7 */
test(
  'a card names the guardians and marks medical concerns, without their details',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    const guardian = { guardian_1_first_name: 'Adaeze', guardian_1_last_name: 'Okafor' };
    const medical = { has_medical_concerns: true, medical_concerns: 'Peanuts' };
    await family.call('POST', '/student', aStudentForm({ ...guardian, ...medical }));
    await signIn(page, family.tokens);
    await page.goto('/dashboard/students');
    const card = cardOf(page, 'Chidi Okafor');
    await expect(card.getByText('Guardian 1', { exact: true })).toBeVisible();
    await expect(card.getByText(/^Adaeze Okafor, \d{3}-\d{3}-\d{4}$/)).toBeVisible();
    await expect(card.getByText('Medical concerns on file')).toBeVisible();
    await expect(card.getByText('Peanuts')).toHaveCount(0);
    await expect(card.getByRole('link', { name: 'Start a contract' })).toBeVisible();
  },
);
