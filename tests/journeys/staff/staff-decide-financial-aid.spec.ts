import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { DEMO, logInByApi, newAccount, signIn, type Account } from '#tests/support/browser/account.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { openAsStaff } from '#tests/support/browser/owing-family.ts';
import { buyOnTwoPayments } from '#tests/support/browser/payment-methods.ts';

const AID = { code: 'HM-AID-27', amount: 2000 };

/** A family whose code carries no awarded amount. */
async function anAidedFamily(request: APIRequestContext): Promise<Account & { order: any }> {
  const family = await newAccount(request);
  return { ...family, order: await buyOnTwoPayments(family, undefined, { financial_aid: AID }) };
}

/** A code that the portal draws, and which makes an order wait. */
async function aCarefulCode(request: APIRequestContext): Promise<string> {
  const { access_token } = await logInByApi(request, DEMO.admin);
  const headers = { Authorization: `Bearer ${access_token}`, 'X-Requested-With': 'XMLHttpRequest' };
  const read = async (path: string) => (await (await request.get(`/api${path}`, { headers })).json()).items;
  const [school] = await read('/program_group_path/get/path/hm');
  const lower = (await read(`/program/read/all/${school.id}`)).find((one: any) => one.name === 'hm-lower');
  const [sold] = await read(`/period/program/read/all/${school.current_period_id}/${lower.id}`);
  const answer = await request.post('/api/admin/aid-codes', {
    headers,
    data: { period_program_id: sold.id, max_uses: 1, needs_confirmation: true },
  });
  return (await answer.json()).items[0].code;
}

const rowOf = (page: Page, order_id: number) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: `Order #${order_id}`, exact: true }) });

/** @shows MB3.1 MP3.1 RP1.1 */
test('staff find aid to confirm from Today and its order', async ({ browser, page, request }) => {
  const { order, ...family } = await anAidedFamily(request);
  await openBackOffice(page, request, '/admin');
  await page.goto(`/dashboard/orders/${order.id}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Financial Aid' })).toBeVisible();
  await expect(page.getByText('Aid to confirm', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Confirm or decline' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claims');
  await page.goto('/admin');
  const waits = page.getByRole('region', { name: 'What waits' });
  await expect(waits.getByText(/^Nothing waits under: /)).toBeVisible();
  await waits.getByRole('link', { name: /^Aid to confirm \d+ Oldest: / }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Worklist');
  await page
    .getByRole('link', { name: /^Decide: Aid to confirm, / })
    .first()
    .click();
  const row = rowOf(page, order.id);
  await expect(row).toContainText('HM-AID-27');
  await expect(row).toContainText('$2,000.00');
  await expect(row).toContainText('$4,350.00');
  await expect(row).toContainText('today');
  await expectAccessible(page, 'aid to confirm');

  await row.getByRole('button', { name: `Confirm aid of order #${order.id}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('$2,000.00 for the year instead of $4,350.00');
  await dialog.getByRole('button', { name: 'Confirm aid' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Decided' }).click();
  await expect(rowOf(page, order.id)).toContainText('Confirmed');

  const own = await (await browser.newContext()).newPage();
  await signIn(own, family.tokens);
  await own.goto(`/dashboard/orders/${order.id}`);
  await expect(own.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(own.getByText('Payments with financial aid', { exact: true })).toBeVisible();
  await expect(own.getByText('Deposit balance', { exact: true })).toHaveCount(0);
  await expect(own.getByRole('link', { name: 'Confirm or decline' })).toHaveCount(0);
});

test(
  'staff decline aid: the family reads why, and what falls due when',
  { tag: '@long' },
  async ({ page, request }) => {
    const { order, ...family } = await anAidedFamily(request);
    const staff = await openAsStaff(page.context().browser()!, '/admin/aid');
    const row = rowOf(staff, order.id);
    await row.getByRole('button', { name: `Decline the aid of order #${order.id}` }).click();
    const dialog = staff.getByRole('dialog');
    await expect(dialog).toContainText('$2,350.00 more is due in 14 days');
    await expectAccessible(staff, 'declining aid');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The school has not awarded this.');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await expect(row).toHaveCount(0);

    await signIn(page, family.tokens);
    await page.goto(`/dashboard/orders/${order.id}`);
    await expect(page.getByText('The school has not awarded this.').first()).toBeVisible();
    await expect(page.getByText('Price not covered by financial aid, payment 3').first()).toBeVisible();
  },
);

test(
  'a family whose order waits for its aid sees that its seat is kept',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    const code = await aCarefulCode(request);
    const order = await buyOnTwoPayments(family, undefined, { financial_aid: { code, amount: 2000 } });
    await signIn(page, family.tokens);
    await page.goto(`/order/success/${order.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We’re holding your seat');
    await expectAccessible(page, 'an order that waits');
    await page.goto('/dashboard/orders');
    await expect(page.getByText('Financial aid in review')).toBeVisible();
    await page.getByRole('link', { name: 'View Order' }).click();
    await expect(page.getByText('nothing is charged until it’s confirmed').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'View Receipt' })).toHaveCount(0);
    await expectAccessible(page, 'the order that waits');

    const staff = await openAsStaff(page.context().browser()!, '/admin/aid');
    await rowOf(staff, order.id)
      .getByRole('button', { name: `Confirm aid of order #${order.id}` })
      .click();
    await staff.getByRole('dialog').getByRole('button', { name: 'Confirm aid' }).click();
    await expect(rowOf(staff, order.id)).toHaveCount(0);
    await page.reload();
    await expect(page.getByText(/\d\d-HM-\d{6}-[A-Z]/).first()).toBeVisible();
  },
);

test(
  'staff draw a code for a program, and see it among its codes',
  { tag: '@long' },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin/aid');
    const form = page.getByRole('form', { name: 'New aid code' });
    await form.getByRole('combobox', { name: 'Program' }).selectOption({ index: 1 });
    const codes = page.getByRole('table', { name: 'Codes for this program' });
    await form.getByRole('textbox', { name: 'Minimum amount' }).fill('250');
    await form.getByRole('button', { name: 'Create code' }).click();
    const drawn = await page.getByText(/The new code is/).textContent();
    const code = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(drawn!)![0];
    await expect(codes.getByRole('row').filter({ hasText: code })).toContainText('0 of 1');
    await expect(codes.getByRole('row').filter({ hasText: code })).toContainText('$250.00');
    await expectAccessible(page, 'aid codes');
  },
);
