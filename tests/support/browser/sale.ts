import { expect, type Locator, type Page } from '@playwright/test';

type Choice = { pick?: (field: Locator, value: string) => Promise<void>; route?: RegExp; paid?: string };

/** Chooses a contract of Hillmark's Lower School on the page to sell, up to the price beside the form. */
export async function chooseContract(page: Page, { pick, route = /Round trip/, paid }: Choice = {}) {
  for (const [list, option] of [
    ['School', 'Hillmark'],
    ['Program', /Lower/],
    ['Grade', 'Kindergarten'],
    ['Route', route],
    ['Payment term', /^Pay in full, early/],
    ...(paid ? [['How it is paid', paid] as const] : []),
  ] as const) {
    const field = page.getByRole('combobox', { name: list, exact: true });
    const wanted = field.locator('option', { hasText: option });
    await expect(wanted).toHaveCount(1);
    const value = (await wanted.getAttribute('value'))!;
    await (pick ? pick(field, value) : field.selectOption(value));
  }
  await expect(page.getByText('Total for the year')).toBeVisible();
}

/** On the page of an offer. */
export async function acceptTexts(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /accept/ });
  await expect(boxes.first()).toBeVisible();
  for (const box of await boxes.all()) await box.check();
}

/** On the page of an offer, up to the question for the password. */
export async function payFromBank(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Another bank account/ }).check();
  const form = page.getByRole('form', { name: 'Another bank account' });
  await form.getByRole('textbox', { name: 'Address', exact: true }).fill('12 Elm Street');
  await form.getByRole('textbox', { name: 'City' }).fill('Bronx');
  await form.getByRole('combobox', { name: 'State' }).selectOption('NY');
  await form.getByRole('textbox', { name: 'ZIP' }).fill('10471');
  await form.getByRole('textbox', { name: 'Routing number' }).fill('110000000');
  await form.getByRole('textbox', { name: 'Account number' }).fill('000123456789');
  await form.getByRole('radio', { name: 'Checking' }).check();
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: /^Pay \$/ }).click();
}
