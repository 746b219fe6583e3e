import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { addBusinessDays } from '#kit/business-days.ts';
import { addDays, addMonthsClamped, formatDate, formatDateWithWeekday, plainDate, type PlainDate } from '#kit/plain-date.ts';
import { PASSWORD } from '../../support/account.ts';
import { mailsTo } from '../../support/mails.ts';
import { METHODS, typeAccountOf, typeCardOf } from '../../support/payment-methods.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { expectReadable } from '../../support/readable.ts';
import { moveClockTo, openClock, startRehearsal, type Rehearsal } from '../../support/rehearsal.ts';
import { confirm, expectSigned, pressCheckout, typeBank, typeCard } from '../../support/wizard.ts';
import { aStanding, openStep, type Chosen, type Standing } from '../../support/wizard-start.ts';

// One after the other, on one portal of their own: the clock only goes forward.
test.describe.configure({ mode: 'serial' });

let rehearsal: Rehearsal;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  rehearsal = await startRehearsal();
});
test.afterAll(() => rehearsal.stop());

const FOUR_PAYMENTS: Chosen = { school: 'rcs', program: 'rcs-lower', route: 'AM and PM', term: 'Four payments', grade: true };
const TWO_PAYMENTS: Chosen = { school: 'rcs', program: 'rcs-middle-upper', route: 'AM and PM', term: 'Two payments', grade: true };

const subjectsTo = async (address: string) => (await mailsTo(address, rehearsal.portal.dataDir)).map(({ subject }) => subject);
const orderOf = async (family: Standing) => (await family.call('GET', '/order'))[0];
const dollars = (amount: number) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
const stop = (page: Page, n: number) => page.getByRole('list', { name: 'Payment schedule' }).getByRole('listitem').nth(n - 1);
const picture = (page: Page, name: string) => (process.env.PICTURES ? page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true }) : undefined);

async function aPhoto({ tokens }: Standing, student_id: number): Promise<void> {
  const sharp = (await import('sharp')).default;
  const buffer = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#7aa5c9' } }).jpeg().toBuffer();
  const answer = await rehearsal.api.post(`/api/student/photo/${student_id}`, {
    headers: { authorization: `Bearer ${tokens.access_token}`, 'X-Requested-With': 'XMLHttpRequest' },
    multipart: { file: { name: 'chidi.jpg', mimeType: 'image/jpeg', buffer } },
  });
  expect(answer.status()).toBe(200);
}

/** Opens the receipt of a charge as a page and as a file; both say the same sum. */
async function expectReceipt(home: Page, order: any, invoice: any, lines: number[]): Promise<void> {
  await home.goto(`/dashboard/orders/${order.id}`);
  await home.getByRole('link', { name: `View receipt for invoice #${invoice.id}` }).click();
  const receipt = home.getByRole('article');
  const total = dollars(lines.reduce((sum, line) => sum + Math.round(line * 100), 0) / 100);
  await expect(receipt.getByRole('row').last()).toContainText(total);
  for (const line of lines) await expect(receipt).toContainText(dollars(line));
  const download = home.waitForEvent('download');
  await home.getByRole('link', { name: 'Download receipt (PDF)' }).click();
  const { text, title } = await readPdf(await readFile(await (await download).path()));
  expect(title).toBe(`Receipt for Order #${order.id}`);
  for (const said of [...lines.map(dollars), total, order.order_detail.contract.contract_number]) expect(text).toContain(said);
}

/** What the family sees while a bank works on a debit, and when it comes back. */
async function expectDebit(home: Page, order_id: number, sentOn: PlainDate): Promise<void> {
  await home.goto(`/dashboard/orders/${order_id}`);
  await expect(stop(home, 1)).toContainText(`Processing at the bank since ${formatDate(sentOn)}`);
  await expect(home.getByText('could not be collected')).toHaveCount(0);
}

test('a bank returns a debit for want of funds, twice, and another account is closed: the family sees each step', { tag: '@once' }, async ({ browser }) => {
  test.setTimeout(240_000);
  const { api, open } = rehearsal;
  const family = await aStanding(api, TWO_PAYMENTS);
  const home = await open(browser, 'phone');
  const office = await openClock(rehearsal, browser);
  const returnMails = async () => (await mailsTo(family.email, rehearsal.portal.dataDir)).filter(({ subject }) => subject === 'Your bank returned your payment of $2,500.00');

  await openStep(home, family, 3);
  await home.getByLabel('Phone').fill('718-555-0144');
  await typeBank(home, '000222222227');
  await home.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await home.getByRole('checkbox', { name: 'ACH terms' }).check();
  await pressCheckout(home);
  await confirm(home);
  await expectSigned(home);
  const { id } = await orderOf(family);
  const [{ date: today }] = await family.call('GET', '/server/info');
  await expectDebit(home, id, today);
  await expectReadable(home, 'an order that a bank works on');
  await picture(home, 'bank-processing');
  await home.getByRole('link', { name: 'View receipt', exact: true }).click();
  await expect(home.getByRole('article')).toContainText('$2,502.50');

  const firstReturn = addBusinessDays(today, 3);
  const secondTry = addBusinessDays(firstReturn, 5);
  await moveClockTo(office, addDays(firstReturn, -1));
  expect(await returnMails()).toEqual([]);
  await moveClockTo(office, firstReturn);
  await home.goto(`/dashboard/orders/${id}`);
  await expect(stop(home, 1)).toContainText(`Returned by your bank. Next try: ${formatDateWithWeekday(secondTry)}`);
  await expectReadable(home, 'an order with a returned debit');
  await picture(home, 'bank-returned');
  const [told] = await returnMails();
  expect(told!.text).toContain('insufficient funds');
  expect(told!.text).toContain(`We will try again on ${formatDate(secondTry)}.`);
  // An order stays its family's although its first debit came back (M6).
  await home.goto('/dashboard/orders');
  await expect(home.getByRole('article')).toContainText('Payment 1 of $2,500.00 could not be collected');

  await moveClockTo(office, secondTry);
  await expectDebit(home, id, secondTry);
  const secondReturn = addBusinessDays(secondTry, 3);
  await moveClockTo(office, secondReturn);
  const payday = [`${secondReturn.slice(0, 7)}-15`, addMonthsClamped(plainDate(`${secondReturn.slice(0, 7)}-01`), 1)].find((day) => day > secondReturn)!;
  await home.goto(`/dashboard/orders/${id}`);
  await expect(stop(home, 1)).toContainText(`Next try: ${formatDateWithWeekday(plainDate(payday))}`);
  expect(await returnMails()).toHaveLength(2);

  await home.goto(`${METHODS}/create`);
  await home.getByRole('tab', { name: 'ACH' }).click();
  await home.getByRole('combobox', { name: 'Program group' }).selectOption({ label: 'General usage: every school' });
  await typeAccountOf(home, '000111111113');
  await home.getByRole('combobox', { name: 'Program group' }).selectOption({ label: 'Ridgeway Country School (RCS)' });
  await home.getByRole('checkbox', { name: 'Use as default' }).check();
  await home.getByRole('checkbox', { name: 'I authorize these debits' }).check();
  await home.getByRole('button', { name: 'Save bank account' }).click();
  await expect(home).toHaveURL(new RegExp(`${METHODS}$`));
  await expect.poll(async () => (await orderOf(family)).payments[0].is_processing, { timeout: 15_000 }).toBe(true);
  await expectDebit(home, id, secondReturn);
  await expect.poll(() => subjectsTo(family.email)).toContain('You authorized debits of your Bank account ****1113');

  const closed = addBusinessDays(secondReturn, 3);
  await moveClockTo(office, closed);
  await home.goto(`/dashboard/orders/${id}`);
  await expect(stop(home, 1)).toContainText('Returned by your bank. Waiting for another payment method');
  await expect(home.getByText('We will not try the same card or account again.')).toBeVisible();
  await expectReadable(home, 'an order whose account is closed');
  await picture(home, 'bank-closed');
  expect((await returnMails()).at(-1)!.text).toContain('the account is closed');
  await home.getByRole('link', { name: 'Payment methods' }).last().click();
  await expect(home.getByRole('heading', { level: 2, name: '****2227' })).toBeVisible();
  await expect(home.getByRole('heading', { level: 2, name: '****1113' })).toHaveCount(0);

  // Nothing is tried again without the family, and staff see what is owed.
  const before = (await orderOf(family)).transactions.length;
  await moveClockTo(office, addDays(closed, 16));
  expect([(await orderOf(family)).transactions.length, (await returnMails()).length]).toEqual([before, 3]);
  await office.goto('/admin');
  await expect(office.getByText('$2,500.00')).toBeVisible();
  await office.getByRole('link', { name: 'Who owes most' }).click();
  await expect(office.getByRole('row').filter({ hasText: family.email })).toContainText('$2,500.00');
  await picture(office, 'past-due');
});

test('four payments: a card declines, is tried again on the promised days, is replaced, and the year ends fully paid', { tag: '@once' }, async ({ browser }) => {
  test.setTimeout(240_000);
  const { api, open } = rehearsal;
  const second = `second-${Date.now()}@okafor.example`;
  const family = await aStanding(api, FOUR_PAYMENTS, { guardian_2_first_name: 'Obi', guardian_2_last_name: 'Okafor', guardian_2_phone_mobile: '914-555-0177', guardian_2_email: second });
  await aPhoto(family, family.student_id);
  const home = await open(browser, 'phone');
  const office = await openClock(rehearsal, browser);

  await openStep(home, family, 3);
  await home.getByRole('region', { name: 'Surge pricing' }).getByRole('checkbox').check();
  await typeCard(home, '4000 0000 0000 6629');
  await pressCheckout(home);
  await confirm(home);
  await expectSigned(home);
  const { id, payments, order_detail } = await orderOf(family);
  const days: PlainDate[] = payments.map(({ pay_on }: any) => plainDate(pay_on));
  const [, due] = days as [PlainDate, PlainDate];
  await home.goto(`/dashboard/orders/${id}`);
  await expect(stop(home, 1)).toContainText('Paid on');
  await expect(stop(home, 2)).toContainText(formatDateWithWeekday(due));
  await expect(home.getByText('Scheduled', { exact: true })).toHaveCount(3);

  // Nothing happens before its day but the reminder, five days ahead.
  await moveClockTo(office, addDays(due, -6));
  const reminder = `Your payment of $1,287.50 is due on ${formatDate(due)}`;
  expect(await subjectsTo(family.email)).not.toContain(reminder);
  await moveClockTo(office, addDays(due, -1));
  expect((await subjectsTo(family.email)).filter((subject) => subject === reminder)).toHaveLength(1);
  await expectReadable(office, 'the clock');

  const declinedOn = [due, addDays(due, 3), addDays(due, 8)];
  for (const [at, day] of declinedOn.entries()) {
    await moveClockTo(office, day);
    await expect(office.getByRole('table', { name: 'What happened on the way' })).toBeVisible();
    await home.goto('/dashboard/orders');
    const next = formatDateWithWeekday(addDays(day, [3, 5, 7][at]!));
    await expect(home.getByRole('article')).toContainText('Payment 2 of $1,250.00 could not be collected');
    await expect(home.getByRole('article')).toContainText(`We will try it again on ${next}.`);
    if (at === 0) await expectReadable(home, 'orders with a declined payment');
    if (at === 0) await picture(home, 'declined-orders');
    await home.getByRole('link', { name: 'View order' }).click();
    await expect(stop(home, 2)).toContainText(`Declined. Next try: ${next}`);
    if (at === 0) await expectReadable(home, 'an order with a declined payment');
    if (at === 0) await picture(home, 'declined-order');
  }
  const failed = 'We could not collect your payment of $1,250.00';
  for (const guardian of [family.email, second]) expect((await subjectsTo(guardian)).filter((subject) => subject === failed), guardian).toHaveLength(1);

  await home.getByRole('link', { name: 'Payment methods' }).last().click();
  await home.getByRole('link', { name: 'Add' }).click();
  await home.getByRole('combobox', { name: 'Program group' }).selectOption({ label: order_detail.contract.contract_detail.program_group.text });
  await home.getByRole('checkbox', { name: 'Use as default' }).check();
  await typeCardOf(home, '5555555555554444');
  await home.getByRole('button', { name: 'Save card' }).click();
  await expect(home).toHaveURL(new RegExp(`${METHODS}$`));
  // At once, and while nobody moves the clock (M7).
  await expect.poll(async () => (await orderOf(family)).payments[1].is_success, { timeout: 15_000 }).toBe(true);
  await home.goto(`/dashboard/orders/${id}`);
  await expect(stop(home, 2)).toContainText('Paid on');
  await expect(home.getByText('could not be collected')).toHaveCount(0);
  await picture(home, 'replaced-order');

  await moveClockTo(office, days[3]!);
  await expect(office.getByText('$1,287.50')).toBeVisible();
  await home.goto('/dashboard/orders');
  await expect(home.getByText('Fully paid')).toBeVisible();
  await picture(home, 'fully-paid-orders');

  const order = await orderOf(family);
  const { _order_total: inAll, _order_due: owed, invoices } = order;
  expect([inAll, owed, invoices.length]).toEqual([5196.35, 0, 4]);
  const sums = [[1295, 38.85], [1250, 37.5], [1250, 37.5], [1250, 37.5]];
  for (const [at, invoice] of invoices.entries()) await expectReceipt(home, order, invoice, sums[at]!);
  await expectReadable(home, 'the receipt of a later charge');
  await picture(home, 'later-receipt');

  const subjects = await subjectsTo(family.email);
  const count = (start: string) => subjects.filter((subject) => subject.startsWith(start)).length;
  expect([count('Receipt for $1,333.85'), count('Receipt for $1,287.50'), count('Receipt'), count('Your payment of'), count('We could not')]).toEqual([1, 3, 4, 3, 1]);
  expect(count('Your transportation contract')).toBe(1);
});
