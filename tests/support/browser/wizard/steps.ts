import { expect, type FrameLocator, type Page } from '@playwright/test';
import { newEmail, PASSWORD } from '#tests/support/browser/account.ts';

export { PASSWORD };

export type Family = { email: string; student: string };

export type Choice = {
  school: string;
  program: string | RegExp;
  grade?: string;
  route: string;
  addons?: string[];
  term: string;
};

/** The issue's own example: hm-lower Round trip on Two payments with the late bus. */
export const ROUND_TRIP: Choice = {
  school: 'hm',
  program: /Lower Division/,
  grade: '3rd',
  route: 'Round trip',
  addons: ['Late bus'],
  term: 'Two payments',
};

/** Someone who was never here before. */
export function newFamily(student = 'Chidi'): Family {
  return { email: newEmail(), student };
}

export async function next(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true }).click();
}

/** Step 0: chooses the program, reads and accepts. */
export async function acceptContract(page: Page, { school, program }: Choice): Promise<void> {
  await page.goto(`/contract?school=${school}`);
  await page.getByRole('radio', { name: program }).check();
  await page.getByRole('button', { name: 'Continue to View Contract Terms' }).click();
  await page.getByRole('checkbox', { name: 'contract terms' }).check();
  await next(page);
}

/** The dialog that a visitor meets after step 0. */
export async function signUp(page: Page, { email }: Family): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Please login or signup to continue.')).toBeVisible();
  await dialog.getByLabel('First name').fill('Adaeze');
  await dialog.getByLabel('Last name').fill('Okafor');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Create account' }).click();
}

/** Step 1: registers a child at a new address. */
export async function describeStudent(page: Page, { student }: Family): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Tell us who’s riding' })).toBeVisible();
  const child = page.getByRole('group', { name: 'Student', exact: true });
  await child.getByLabel('First name').fill(student);
  await child.getByLabel('Last name').fill('Okafor');
  await child.getByRole('radio', { name: 'Male', exact: true }).check();
  await child.getByLabel('Date of birth').fill('04/09/2018');
  await child.getByLabel('Home number').fill('7185550188');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('120 Waldo Avenue');
  await page.getByLabel('City').fill('Bronx');
  await page.getByLabel('State').selectOption('NY');
  await page.getByLabel('Zip').fill('10471');
  await page.getByRole('group', { name: 'Guardian 1' }).getByLabel('Work or cell number').fill('7185550199');
  await next(page);
}

/** Steps 2 and 3 up to the payment: the year, the route, what goes with it and the term. */
export async function chooseRoute(page: Page, { grade, route, addons = [], term }: Choice): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: /school year/ })).toBeVisible();
  if (grade) await page.getByLabel('Year entering').selectOption({ label: grade });
  await next(page);
  await page.getByRole('radio', { name: route }).check();
  for (const addon of addons) await page.getByRole('checkbox', { name: addon }).check();
  await page.getByRole('radio', { name: term }).check();
}

export async function typeCard(page: Page, number: string, code = '123'): Promise<void> {
  await page.getByRole('tab', { name: 'Card' }).click();
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Name on card').fill('Adaeze Okafor');
  await page.getByLabel('Month').selectOption('12');
  await page.getByLabel('Year', { exact: true }).selectOption({ index: 5 });
  await page.getByLabel('Security code').fill(code);
  await next(page);
}

export async function typeBank(page: Page, account = '000123456789'): Promise<void> {
  await page.getByLabel('Routing number').fill('110000000');
  await page.getByLabel('Account number').fill(account);
  await page.getByRole('radio', { name: 'Checking' }).check();
  await next(page);
}

/** A new family with a student, standing at the payment of step 3. */
export async function walkToPayment(page: Page, choice: Choice, family = newFamily()): Promise<Family> {
  await acceptContract(page, choice);
  await signUp(page, family);
  await describeStudent(page, family);
  await chooseRoute(page, choice);
  return family;
}

export async function clickCheckout(page: Page | FrameLocator): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: /Review and sign/ })).toBeVisible();
  const checkout = page.getByRole('button', { name: 'Checkout', exact: true }).filter({ visible: true });
  await expect(checkout).not.toHaveAttribute('aria-disabled', 'true');
  await checkout.click();
}

export async function confirm(page: Page | FrameLocator): Promise<void> {
  await page.getByRole('button', { name: 'Confirm and Checkout' }).click();
}

/** The success page, with its thank-you put away. */
export async function expectSigned(page: Page): Promise<void> {
  await page.waitForURL(/\/order\/success\/\d+/, { timeout: 40_000 });
  await expectThanks(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Got it' }).click();
}

export async function expectThanks(page: Page | FrameLocator): Promise<void> {
  await expect(
    page
      .getByText('Route information will be emailed to you one week before the first day of school.')
      .first(),
  ).toBeVisible({ timeout: 40_000 });
}

/** A row of a table or description list, by its label. */
export function amountBeside(page: Page, table: string, row: string | RegExp) {
  return page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: row }) })
    .getByRole('cell');
}
