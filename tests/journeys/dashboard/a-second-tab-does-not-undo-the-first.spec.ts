import { expect, test, type Page } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { aStudentForm, anAddressForm } from '#tests/support/forms/student-form.ts';
import { save, studentPart } from '#tests/support/browser/student-page.ts';
import { ROUND_TRIP } from '#tests/support/browser/wizard/steps.ts';
import {
  aFamilyOf,
  expectStep,
  nextButton,
  previousButton,
  toStudentStep,
} from '#tests/support/browser/wizard/family.ts';

const concerns = (page: Page) => page.getByLabel('There are medical concerns');
const details = (page: Page) => page.getByLabel('Medical details');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'This was changed in the meantime' });
const part = (page: Page, label: string) => dialog(page).getByRole('group', { name: label, exact: true });
const keepMine = (page: Page, label: string) => part(page, label).getByRole('radio', { name: 'Yours' });
const takeTheirs = (page: Page, label: string) => part(page, label).getByRole('radio', { name: 'Theirs' });
const saveChoices = (page: Page) => dialog(page).getByRole('button', { name: 'Save my choices' });
const withConcerns = (medical_concerns: string) => ({ has_medical_concerns: true, medical_concerns });

/** @shows MD5.3 MD5.4 */
test(
  'an older tab shows what the newer one saved, and saves what the parent keeps',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    const family = await newAccount(request);
    await family.call('POST', '/address', anAddressForm());
    const child = { ...aStudentForm(withConcerns('Asthma')), phone_mobile: '917-555-0107' };
    const [student] = await family.call('POST', '/student', child);
    await signIn(page, family.tokens);
    const other = await page.context().newPage();
    await signIn(other, family.tokens);
    const address = `/dashboard/students/edit/${student.id}`;
    await page.goto(address);
    await other.goto(address);

    await details(other).fill('Asthma.\nThe inhaler is in the front pocket.');
    await studentPart(other).getByLabel('Mobile number').fill('917-555-0199');
    await save(other).click();
    await expect(other).toHaveURL('/dashboard/students');

    await details(page).fill('Asthma, and a nut allergy');
    await studentPart(page).getByLabel('First name').fill('Obi');
    await save(page).click();
    await expect(dialog(page).getByRole('group')).toHaveCount(2);
    await expect(part(page, 'Medical details')).toContainText('Before Asthma');
    await expect(keepMine(page, 'Medical details')).toHaveAccessibleDescription('Asthma, and a nut allergy');
    await expect(takeTheirs(page, 'Medical details')).toHaveAccessibleDescription(/in the front pocket/);
    await expect(takeTheirs(page, 'Mobile number')).toBeChecked();
    await page.screenshot({ path: info.outputPath('conflict.png') });
    await expectAccessible(page, 'the dialog of a conflict');

    // What both have changed has to be chosen.
    await saveChoices(page).click();
    await expect(part(page, 'Medical details')).toContainText('Choose which one to keep.');
    await expect(keepMine(page, 'Medical details')).toBeFocused();
    await takeTheirs(page, 'Medical details').check();
    await saveChoices(page).click();
    await expect(page).toHaveURL('/dashboard/students');
    expect((await family.call('GET', `/student/${student.id}`))[0]).toMatchObject({
      first_name: 'Obi',
      phone_mobile: '917-555-0199',
      medical_concerns: 'Asthma.\nThe inhaler is in the front pocket.',
    });
  },
);

/** @shows MD5.3 */
test(
  'what only this tab changed is asked of nobody, and what is kept goes over the newer version',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    const [student] = await family.call('POST', '/student', aStudentForm(withConcerns('Asthma')));
    const { version, id } = student;
    await signIn(page, family.tokens);
    await page.goto(`/dashboard/students/edit/${id}`);
    await expect(details(page)).toHaveValue('Asthma');
    await family.call('PUT', `/student/${id}`, { ...aStudentForm(withConcerns('Epilepsy')), version });
    await concerns(page).uncheck();
    await save(page).click();
    await expect(keepMine(page, 'Medical details')).toHaveAccessibleDescription('No');
    await dialog(page).getByRole('button', { name: 'Back to the form' }).click();
    await expect(concerns(page)).not.toBeChecked();
    expect((await family.call('GET', `/student/${id}`))[0]).toMatchObject(withConcerns('Epilepsy'));
    await save(page).click();
    await keepMine(page, 'Medical details').check();
    await saveChoices(page).click();
    await expect(page).toHaveURL('/dashboard/students');
    expect((await family.call('GET', `/student/${id}`))[0]).toMatchObject({
      has_medical_concerns: false,
      medical_concerns: null,
    });
  },
);

/** @shows MD5.4 */
test(
  'the wizard asks the same before it goes on, also after a reload',
  { tag: '@phone' },
  async ({ page }) => {
    const family = await aFamilyOf(page, [withConcerns('Asthma')]);
    await toStudentStep(page, ROUND_TRIP);
    await page.getByRole('button', { name: 'Choose an existing student' }).click();
    await page.getByRole('button', { name: 'Select Chidi Okafor' }).click();
    await expect(details(page)).toHaveValue('Asthma');
    const [student] = await family.call('GET', '/student');
    const changed = { ...aStudentForm(withConcerns('Asthma, nuts')), version: student.version };
    await family.call('PUT', `/student/${student.id}`, changed);
    await studentPart(page).getByLabel('Home number').fill('914-555-0177');
    await studentPart(page).getByLabel('Home number').blur();
    await page.reload();
    await toStudentStep(page, ROUND_TRIP);
    await expect(details(page)).toHaveValue('Asthma');
    await nextButton(page).click();
    await expect(takeTheirs(page, 'Medical details')).toBeChecked();
    await saveChoices(page).click();
    await expectStep(page, 2);
    expect((await family.call('GET', `/student/${student.id}`))[0]).toMatchObject({
      phone_home: '914-555-0177',
      ...withConcerns('Asthma, nuts'),
    });
    // The version that this step has saved is the one that it changes next.
    await previousButton(page).click();
    await studentPart(page).getByLabel('Home number').fill('914-555-0178');
    await nextButton(page).click();
    await expectStep(page, 2);
    await expect(dialog(page)).toHaveCount(0);
  },
);

/** @shows MD5.7 */
test(
  'an address and a profile ask before they undo another tab',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    const [address] = await family.call('POST', '/address', anAddressForm({ apt: '3B' }));
    await signIn(page, family.tokens);
    await page.goto(`/dashboard/addresses/edit/${address.id}`);
    await expect(page.getByLabel('Apt')).toHaveValue('3B');
    await family.call('PUT', `/address/${address.id}`, anAddressForm({ apt: '4C' }));
    await page.getByLabel('City').fill('Albany');
    await save(page).click();
    await expect(takeTheirs(page, 'Apt')).toBeChecked();
    await saveChoices(page).click();
    await expect(page).toHaveURL('/dashboard/addresses');
    expect((await family.call('GET', `/address/${address.id}`))[0]).toMatchObject({
      apt: '4C',
      city: 'Albany',
    });

    await page.goto('/dashboard/profile');
    await page.getByRole('button', { name: 'Edit' }).click();
    const [user] = await family.call('GET', '/user');
    await family.call('PUT', `/user/${user.id}`, { phone_home: '914-555-0177' });
    await page.getByLabel('Home number').fill('914-555-0178');
    await save(page).click();
    await takeTheirs(page, 'Home number').check();
    await saveChoices(page).click();
    await expect(page.getByText('Profile update successful!')).toBeVisible();
    expect((await family.call('GET', '/user'))[0]).toMatchObject({ phone_home: '914-555-0177' });
  },
);
