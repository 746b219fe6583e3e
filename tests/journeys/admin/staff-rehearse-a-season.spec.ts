import { expect, request as apis, test, type Page } from '@playwright/test';
import { DEMO, logInByApi, newAccount, signIn, type Account } from '../../support/account.ts';
import { startPortal } from '../../support/portal.ts';
import { expectReadable } from '../../support/readable.ts';
import { aStudentForm } from '../../support/student-form.ts';

// A portal of its own: a clock that moves would carry every other journey's family away.
let portal: Awaited<ReturnType<typeof startPortal>>;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  portal = await startPortal();
});
test.afterAll(() => portal.stop());

const card = (number: string) => ({ type: 'Visa', number, name: 'Adaeze Okafor', exp_month: 12, exp_year: 2030, ccid: '123' });

/** 1,500.00 today and two payments of 1,450.25, from a card that has money for the first one only. */
async function buyOnThreePayments(family: Account) {
  const named = (items: any[], name: string) => items.find((item) => item.name === name);
  const [school] = await family.call('GET', '/program_group_path/get/path/ecfs');
  const program = named(await family.call('GET', `/program/read/all/${school.id}`), 'ecfs-ms-us');
  const [grade] = await family.call('GET', `/program/grade/read/all/${program.id}`);
  const [periodProgram] = await family.call('GET', `/period/program/read/all/${school.current_period_id}/${program.id}`);
  const route = named(await family.call('GET', `/route/read/all/${periodProgram.id}/1`), 'Middle and Upper combined');
  const [student] = await family.call('POST', '/student', aStudentForm({ guardian_1_email: family.email }));
  const payment_term_id = route.payment_terms.find(({ identifier }: any) => identifier === 'EC-S3').id;
  const contract = { program_id: program.id, route_id: route.id, grade_id: grade?.id, student_id: student.id, payment_term_id };
  const [order] = await family.call('POST', '/order', { contract, payment: { payment_type: 'paymentTypeCreditCard', cc: card('4000000000006629') } });
  return order;
}

async function aMonthLater(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'A month' }).click();
  await expect(page.getByRole('button', { name: 'A month' })).toBeEnabled({ timeout: 30_000 });
}

test('staff move the clock: payments are charged, declined, tried again and paid by another card', { tag: '@once' }, async ({ browser }) => {
  test.setTimeout(120_000);
  const baseURL = portal.address;
  const api = await apis.newContext({ baseURL });
  const family = await newAccount(api);
  const order = await buyOnThreePayments(family);
  const office = await (await browser.newContext({ baseURL })).newPage();
  const home = await (await browser.newContext({ baseURL })).newPage();
  await signIn(office, await logInByApi(api, DEMO.admin));
  await signIn(home, family.tokens);

  await office.goto('/admin/clock');
  await office.getByRole('button', { name: 'Next day' }).click();
  await expect(office.getByText(/Sandbox, no real money: it is/)).toBeVisible();
  for (const _ of [1, 2, 3]) await aMonthLater(office);
  await expect(office.getByRole('table', { name: 'What happened on the way' })).toBeVisible();
  await expectReadable(office, 'the clock');

  await home.goto('/dashboard/orders');
  await expect(home.getByRole('article')).toContainText('Next payment');
  await expect(home.getByText('Fully paid')).toHaveCount(0);
  await family.call('POST', '/accounting/payment-methods/add', { payment_type: 'paymentTypeCreditCard', is_default: true, cc: { ...card('4242424242424242'), program_group_id: order.order_detail.contract.contract_detail.program_group.id } });
  await office.getByRole('button', { name: 'Next day' }).click();
  await expect(office.getByText('$1,493.76')).toBeVisible();
  await aMonthLater(office);

  await home.reload();
  await expect(home.getByText('Fully paid')).toBeVisible();
  await home.goto(`/dashboard/orders/${order.id}`);
  await expect(home.getByText(/^Paid on \d\d\/\d\d\/\d{4}$/)).toHaveCount(3);
  const [paid] = await family.call('GET', '/order');
  expect(paid.payments.map(({ is_success }: any) => is_success)).toEqual([true, true, true]);
  await api.dispose();
});
