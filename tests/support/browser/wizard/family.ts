import { expect, type Page } from '@playwright/test';
import { newAccount, signIn, type Account } from '#tests/support/browser/account.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';
import { acceptContract, next, type Choice } from './steps.ts';

/** A family with an account, and the children that are named, each at the address of the form. */
export async function aFamilyOf(page: Page, children: object[] = []): Promise<Account> {
  const family = await newAccount(page.request);
  for (const child of children)
    await family.call('POST', '/student', aStudentForm({ guardian_1_email: family.email, ...child }));
  await signIn(page, family.tokens);
  return family;
}

/** Stands at step 1, signed in. */
export async function toStudentStep(page: Page, choice: Pick<Choice, 'school' | 'program'>): Promise<void> {
  await acceptContract(page, choice as Choice);
  await expectStep(page, 1);
  await expect(page.getByRole('group', { name: 'Student', exact: true })).toBeVisible();
}

/** Chooses the only child there is, and goes on to step 2. */
export async function chooseOnlyChild(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose an existing student' }).click();
  await page.getByRole('button', { name: /^Select\b/ }).click();
  await next(page);
  await expectStep(page, 2);
}

export const STEP_NAMES = [
  'Contract Terms',
  'Student Information',
  'Program Information',
  'Route',
  'Checkout',
];

/** The address and the line both say which step this is. */
export async function expectStep(page: Page, step: number): Promise<void> {
  // The school's page leads to the wizard without naming a step, which is the first.
  await expect(page).toHaveURL(
    (url) => url.pathname === '/contract' && Number(url.searchParams.get('step')) === step,
  );
  const here = page.getByRole('list', { name: 'Contract progress' }).locator('[aria-current=step]');
  await expect(here).toContainText(STEP_NAMES[step]!);
}

export const nextButton = (page: Page) =>
  page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true });
export const previousButton = (page: Page) =>
  page.getByRole('button', { name: 'Previous', exact: true }).filter({ visible: true });
export const missing = (page: Page) =>
  page.getByText('Some fields are required to proceed.', { exact: true });

/** What the browser keeps of the contract. */
export const draftText = (page: Page): Promise<string> =>
  page.evaluate(() => sessionStorage.getItem('contract') ?? '');
