import { expect, type Locator, type Page } from '@playwright/test';

export const studentPart = (page: Page) => page.getByRole('group', { name: 'Student', exact: true });
export const guardianPart = (page: Page, n: 1 | 2) => page.getByRole('group', { name: `Guardian ${n}` });
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
export const cardOf = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });

/** A sentence on the page, word for word. */
export const sentence = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Types into a field and leaves it, as the rules are checked on leaving. */
export async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}

/** What a new student's form asks for at least; guardian 1's name and email come from the profile. */
export async function fillStudent(page: Page, name: string): Promise<void> {
  const student = studentPart(page);
  await student.getByLabel('First name').fill(name);
  await student.getByLabel('Last name').fill('Okafor');
  await student.getByRole('radio', { name: 'Female' }).check();
  await student.getByLabel('Date of birth').fill('04/09/2018');
  await student.getByLabel('Home number').fill('718-555-0188');
  await guardianPart(page, 1).getByLabel('Work or cell number').fill('718-555-0199');
}

export async function fillAddress(page: Page, address = '120 Waldo Avenue'): Promise<void> {
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(address);
  await page.getByLabel('City').fill('Bronx');
  await page.getByLabel('State').selectOption('NY');
  await page.getByLabel('Zip').fill('10471');
}

/** Goes on with the Tab key, like someone without a pointer, until the cursor is there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let keystrokes = 0; keystrokes < 80; keystrokes += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, 'the Tab key leads there').toBeFocused();
}

/** Goes to a field by the Tab key and types. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}
