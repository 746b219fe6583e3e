import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { endSessionBefore, FORMS } from '#tests/support/browser/ended-session.ts';
import { METHODS } from '#tests/support/browser/payment-methods.ts';
import { cardOf, fillAddress, fillStudent, save, studentPart } from '#tests/support/browser/student-page.ts';
import { aFamilyInWizard, HM_TWO_PAYMENTS, openStep } from '#tests/support/browser/wizard/prepared-draft.ts';
import { typeCard } from '#tests/support/browser/wizard/steps.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const stay = (page: Page) => question(page).getByRole('button', { name: 'Stay on this page' });
const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave without saving' });
const home = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Harborline' }).first();

/** Reloads the page and says whether the browser asked first. */
async function isAskedOnReload(page: Page): Promise<boolean> {
  let isAsked = false;
  page.once('dialog', async (dialog) => {
    isAsked = dialog.type() === 'beforeunload';
    await dialog.accept();
  });
  await page.reload();
  page.removeAllListeners('dialog');
  return isAsked;
}

/** @shows MA11.8 MA11.9 MA11.10 */
test('a half-filled student is kept or given up, as the family says', async ({ page, request }) => {
  const family = await newAccount(request);
  await signIn(page, family.tokens);
  await page.goto('/dashboard/students');
  await page.getByRole('link', { name: 'Create' }).click();
  const name = studentPart(page).getByLabel('First name');
  // A field that is entered and left changes nothing.
  await name.focus();
  await name.blur();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/dashboard/students');

  await page.getByRole('link', { name: 'Create' }).click();
  await name.fill('Ngozi');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(question(page)).toContainText('haven’t been saved');
  await expectAccessible(page, 'a question before leaving');
  await stay(page).click();
  await expect(question(page)).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard/students/create');
  await expect(name).toHaveValue('Ngozi');

  await page.goBack();
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await stay(page).click();
  await expect(name).toHaveValue('Ngozi');
  expect(await family.call('GET', '/user')).toHaveLength(1);

  expect(await isAskedOnReload(page)).toBe(true);
  await expect(name).toHaveValue('');
  expect(await isAskedOnReload(page)).toBe(false);
  await name.fill('Ngozi');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await leave(page).click();
  await expect(page).toHaveURL('/dashboard/students');
  expect(await family.call('GET', '/student')).toEqual([]);
});

/** @shows MA11.10 */
test(
  'nothing is asked after saving, nor by the dialog of an ended session',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await signIn(page, family.tokens);
    await page.goto('/dashboard/students/create');
    const { expectAll } = await endSessionBefore(page, family.email, FORMS['step 1 of the wizard'].slice(1));
    await fillStudent(page, 'Ngozi');
    await fillAddress(page);
    await save(page).click();
    await expect(cardOf(page, 'Ngozi Okafor')).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    expectAll();

    await page.goto('/dashboard/profile');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('First name').fill('Chioma');
    await page.getByRole('button', { name: 'Close' }).click();
    await stay(page).click();
    await save(page).click();
    await expect(page.getByText('Chioma').first()).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'Students' }).first().click();
    await expect(page).toHaveURL('/dashboard/students');
  },
);

const FIELDS: [string, string][] = [
  ['/dashboard/addresses/create', 'City'],
  ['/dashboard/profile', 'Last name'],
  [`${METHODS}/create`, 'Name on card'],
];

/** @shows MA11.8 */
test('the other forms of a family ask too', { tag: ['@once', '@long'] }, async ({ page, request }) => {
  await signIn(page, (await newAccount(request)).tokens);
  for (const [path, label] of FIELDS) {
    await page.goto(path);
    if (path.endsWith('profile')) await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel(label).fill('Half');
    await home(page).click();
    await leave(page).click();
    await expect(page, path).toHaveURL('/');
  }
});

/** @shows MA11.8 OF0.8 */
test('so do the forms of staff', { tag: ['@once', '@long'] }, async ({ page, request }) => {
  await openBackOffice(page, request, '/admin/content');
  await page.getByRole('textbox').first().fill('Half');
  await home(page).click();
  await stay(page).click();
  await expect(page).toHaveURL('/admin/content');
  await expect(page.getByRole('textbox').first()).toHaveValue('Half');
});

/** @shows MA11.11 */
test(
  'the wizard keeps its draft and asks for the numbers of a card alone',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    await openStep(page, family, 1);
    await page.getByLabel('Cell number').first().fill('718-555-0100');
    await home(page).click();
    await expect(page).toHaveURL('/');
    await page.goto('/contract?school=hm&step=3');
    await typeCard(page, '4242424242424242');
    await home(page).click();
    await expect(question(page)).toContainText('Your draft is saved');
    await stay(page).click();
    await expect(page).toHaveURL(/step=4/);
    expect(await isAskedOnReload(page)).toBe(true);
  },
);
