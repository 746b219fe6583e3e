import type { Page } from '@playwright/test';
import type { Account } from './account.ts';
import { checkoutByCard, findForSale, HM_LOWER_TWO_PAYMENTS } from '#tests/support/forms/checkout-body.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';

export const METHODS = '/dashboard/payment-methods';

export async function schoolId(account: Account, path = 'hm'): Promise<number> {
  const [school] = await account.call('GET', `/program_group_path/get/path/${path}`);
  return school.id;
}

/** A card saved over the API; the newest is the first of the list. */
export async function saveCard(
  account: Account,
  changes: object = {},
  program_group_id?: number | 'general',
): Promise<any> {
  const cc = {
    type: 'Visa',
    number: '4242424242424242',
    name: 'Adaeze Okafor',
    exp_month: 12,
    exp_year: 2030,
    ccid: '123',
    ...changes,
  };
  const [method] = await account.call('POST', '/accounting/payment-methods/add', {
    cc: { ...cc, program_group_id: program_group_id ?? (await schoolId(account)) },
  });
  return method;
}

/**
 * Pays the first of two payments with a card that is typed, over the API.
 * @param extra  what else the order says, such as its financial aid
 */
export async function buyOnTwoPayments(
  account: Account,
  number = '4242424242424242',
  extra: object = {},
): Promise<any> {
  const [student] = await account.call('POST', '/student', aStudentForm());
  const forSale = await findForSale(
    { call: async ({ method, path }: any) => ({ items: await account.call(method, path) }) } as never,
    HM_LOWER_TWO_PAYMENTS,
  );
  const body = { ...checkoutByCard(forSale, student.id, number), ...extra };
  const [order] = await account.call('POST', '/order', body);
  return order;
}

export const methodCard = (page: Page, name: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name }) });

/** Fills in the card form, all but the program group. */
export async function typeCardOf(page: Page, number: string, code = '123'): Promise<void> {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number);
  await page.getByRole('textbox', { name: 'Name on card' }).fill('Adaeze Okafor');
  await page.getByRole('combobox', { name: 'Month' }).selectOption('12');
  await page.getByRole('combobox', { name: 'Year', exact: true }).selectOption({ index: 5 });
  await page.getByRole('textbox', { name: 'Security code' }).fill(code);
}

/** Fills in the bank form, all but the program group and the phone. */
export async function typeAccountOf(page: Page, account = '000123456789'): Promise<void> {
  const texts = {
    'Routing number': '110000000',
    'Account number': account,
    'First name': 'Adaeze',
    'Last name': 'Okafor',
    Address: '120 Waldo Avenue',
    City: 'Bronx',
    Zip: '10471',
    Email: 'adaeze@okafor.example',
  };
  for (const [name, text] of Object.entries(texts))
    await page.getByRole('textbox', { name, exact: true }).fill(text);
  await page.getByRole('radio', { name: 'Checking' }).check();
  await page.getByRole('combobox', { name: 'State' }).selectOption('NY');
}
