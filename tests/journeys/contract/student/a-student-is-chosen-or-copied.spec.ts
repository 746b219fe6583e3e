import { expect, test, type Page } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { aStudentForm, anAddressForm } from '#tests/support/forms/student-form.ts';
import { guardianPart, studentPart } from '#tests/support/browser/student-page.ts';
import { next, ROUND_TRIP } from '#tests/support/browser/wizard/steps.ts';
import { aFamilyOf, draftText, expectStep, toStudentStep } from '#tests/support/browser/wizard/family.ts';

const choose = (page: Page) => page.getByRole('button', { name: 'Choose an existing student' });
const copy = (page: Page) => page.getByRole('button', { name: 'Copy from another student' });
const tag = (page: Page) => page.getByText('Existing student selected');
const card = (page: Page, name: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: name })
    .filter({ has: page.getByRole('button') });
const first = (page: Page) => studentPart(page).getByLabel('First name');

const GUARDIANS = {
  guardian_1_first_name: 'Grace',
  guardian_1_last_name: 'Eze',
  guardian_1_phone_mobile: '212-555-0111',
  guardian_1_email: 'grace@eze.example',
  guardian_2_first_name: 'Obi',
  guardian_2_last_name: 'Nwosu',
  guardian_2_phone_mobile: '212-555-0122',
  guardian_2_email: 'obi@nwosu.example',
};

/** @shows B-043 B-045 B-046 B-047 B-048 B-179 B-180 B-236 */
test(
  'a registered child is chosen from the cards, another one instead, and let go again',
  { tag: '@long' },
  async ({ page }) => {
    const family = await aFamilyOf(page, [
      {
        first_name: 'Chidi',
        date_of_birth: '03/04/2012',
        phone_mobile: '914-555-0133',
        email: 'chidi@okafor.example',
        ...GUARDIANS,
      },
      { first_name: 'Ngozi', sex: 'f' },
    ]);
    await toStudentStep(page, ROUND_TRIP);
    await choose(page).click();
    await expect(card(page, 'Chidi')).toContainText('Mobile number: 914-555-0133');
    await expect(card(page, 'Chidi')).toContainText('Email: chidi@okafor.example');
    await expect(card(page, 'Ngozi')).toContainText('Mobile number: N/A');
    await expect(card(page, 'Ngozi')).toContainText('Email: N/A');
    await expectAccessible(page, 'choosing a child');
    await page.getByRole('button', { name: 'Select Chidi Okafor' }).click();
    await expect(tag(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Selected Chidi Okafor' })).toHaveText('Selected');
    await expect(page.getByRole('button', { name: 'Select Ngozi Okafor' })).toHaveText('Select');
    for (const button of [choose(page), copy(page)]) await expect(button).toHaveCount(0);
    await expect(page.locator('input[name=id]')).toHaveValue(/^\d+$/);
    await expect(first(page)).toHaveValue('Chidi');
    await expect(studentPart(page).getByLabel('Date of birth')).toHaveValue('03/04/2012');
    await expect(studentPart(page).getByLabel('Mobile number')).toHaveValue('914-555-0133');
    await expect(guardianPart(page, 2).getByLabel('Email')).toHaveValue('obi@nwosu.example');
    await expect(
      page
        .getByText('12 Elm Street, 3B, Yonkers, NY 10701')
        .or(page.getByRole('textbox', { name: 'Address', exact: true })),
    ).toBeVisible();
    await expectAccessible(page, 'a chosen child');
    await page.getByRole('button', { name: 'Select Ngozi Okafor' }).click();
    await expect(first(page)).toHaveValue('Ngozi');
    await expect(studentPart(page).getByRole('radio', { name: 'Female' })).toBeChecked();

    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(tag(page)).toHaveCount(0);
    await expect(choose(page)).toBeFocused();
    await expect(copy(page)).toBeVisible();
    await expect(first(page)).toHaveValue('');
    await expect(guardianPart(page, 1).getByLabel('Email')).toHaveValue(family.email);
    await fillNewChild(page);
    const posted = page.waitForRequest(
      (sent) => sent.url().endsWith('/api/student') && sent.method() === 'POST',
    );
    await next(page);
    await posted;
    await expectStep(page, 2);
    expect(await family.call('GET', '/student')).toHaveLength(3);
  },
);

async function fillNewChild(page: Page, name = 'Emeka'): Promise<void> {
  const child = studentPart(page);
  await child.getByLabel('First name').fill(name);
  await child.getByLabel('Last name').fill('Okafor');
  await child.getByRole('radio', { name: 'Male', exact: true }).check();
  await child.getByLabel('Date of birth').fill('04/09/2018');
  await child.getByLabel('Home number').fill('718-555-0188');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('120 Waldo Avenue');
  await page.getByLabel('City').fill('Bronx');
  await page.getByLabel('State').selectOption('NY');
  await page.getByLabel('Zip').fill('10471');
  await guardianPart(page, 1).getByLabel('Work or cell number').fill('718-555-0199');
}

/** @shows B-049 B-050 B-182 B-183 */
test('guardians, phones and home are copied from a sister; the message closes after three seconds', async ({
  page,
}) => {
  await page.clock.install();
  const family = await newAccount(page.request);
  const [home] = await family.call('POST', '/address', anAddressForm());
  await family.call(
    'POST',
    '/student',
    aStudentForm({ first_name: 'Ngozi', phone_mobile: '914-555-0133', ...GUARDIANS, address_id: home.id }),
  );
  await family.call(
    'POST',
    '/student',
    aStudentForm({ first_name: 'Chidi', guardian_1_email: family.email, address: '9 Pier Street' }),
  );
  await signIn(page, family.tokens);
  await page.route('**/api/student', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    // A child of an earlier system, whose home was never saved as an address.
    for (const child of body.items) if (child.first_name === 'Chidi') child.address_id = null;
    await route.fulfill({ response: answer, json: body });
  });
  await toStudentStep(page, ROUND_TRIP);
  await first(page).fill('Emeka');
  await copy(page).click();
  await expectAccessible(page, 'copying from a child');
  await page.getByRole('button', { name: 'Copy Chidi Okafor' }).click();
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('');
  await copy(page).click();
  await page.getByRole('button', { name: 'Copy Ngozi Okafor' }).click();
  const notice = page.getByText('Student information copied', { exact: true });
  await expect(notice).toBeVisible();
  // The clock of the page also runs by itself, so a slow machine must not use up the rest.
  await page.clock.runFor(1500);
  await expect(notice).toBeVisible();
  await page.clock.runFor(1600);
  await expect(notice).toHaveCount(0);
  await expect(choose(page)).toBeFocused();
  await expect(tag(page)).toHaveCount(0);
  await expect(first(page)).toHaveValue('Emeka');
  await expect(studentPart(page).getByLabel('Last name')).toHaveValue(family.last_name);
  await expect(studentPart(page).getByLabel('Home number')).toHaveValue('914-555-0101');
  await expect(studentPart(page).getByLabel('Mobile number')).toHaveValue('914-555-0133');
  for (const n of [1, 2] as const) {
    const part = guardianPart(page, n);
    await expect(part.getByLabel('First name')).toHaveValue(GUARDIANS[`guardian_${n}_first_name`]);
    await expect(part.getByLabel('Last name')).toHaveValue(GUARDIANS[`guardian_${n}_last_name`]);
    await expect(part.getByLabel('Work or cell number')).toHaveValue(GUARDIANS[`guardian_${n}_phone_mobile`]);
    await expect(part.getByLabel('Email')).toHaveValue(GUARDIANS[`guardian_${n}_email`]);
  }
  await expect(page.getByText('12 Elm Street, 3B, Yonkers, NY 10701')).toBeVisible();
});

/** @shows B-178 B-181 */
test(
  'the first guardian is the signed-in parent, typed text stays, a deleted child is deselected',
  { tag: '@long' },
  async ({ page }) => {
    const family = await aFamilyOf(page);
    await toStudentStep(page, ROUND_TRIP);
    const guardian = guardianPart(page, 1);
    await expect(guardian.getByLabel('First name')).toHaveValue(family.first_name);
    await expect(guardian.getByLabel('Last name')).toHaveValue(family.last_name);
    await expect(guardian.getByLabel('Email')).toHaveValue(family.email);
    await expect(choose(page)).toHaveCount(0);
    await guardian.getByLabel('First name').fill('Grace');
    await first(page).fill('Emeka');
    await expect.poll(() => draftText(page)).toContain('"guardian_1_first_name":"Grace"');
    const draft = JSON.parse(await draftText(page));
    draft.student.id = 999_999;
    await page.addInitScript((text) => sessionStorage.setItem('contract', text), JSON.stringify(draft));
    await page.reload();
    await expect(first(page)).toHaveValue('Emeka');
    await expect(guardian.getByLabel('First name')).toHaveValue('Grace');
    await expect(guardian.getByLabel('Last name')).toHaveValue(family.last_name);
    await expect(tag(page)).toHaveCount(0);
    await expect(page.locator('input[name=id]')).toHaveCount(0);
  },
);
