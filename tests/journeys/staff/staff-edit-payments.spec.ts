import { expect, test } from '@playwright/test';
import { signIn } from '#tests/support/browser/account.ts';
import { signInAsStaff } from '#tests/support/browser/back-office.ts';
import { anOwingFamily, openAsStaff, dayFromNow, editPath } from '#tests/support/browser/owing-family.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

/** @shows B-007 B-105 */
test('staff change the amount and the date of a payment for a reason, and the family reads both', async ({
  page,
  request,
  browser,
}) => {
  const family = await anOwingFamily(request);
  await signInAsStaff(page, request);
  await page.goto(`/admin/orders/${family.order.id}`);
  await page.getByRole('link', { name: 'Edit Payment 2' }).click();
  await expect(page).toHaveURL(`/admin/orders/${family.order.id}/payments/${family.second.id}`);
  await expect(page.getByRole('link', { name: 'Back to the order' })).toBeVisible();
  await expect(page).toHaveTitle(/Edit Payment$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Payment 2 of order #${family.order.id}`);
  await expect(page.getByText('Visa ****4242')).toBeVisible();
  await expectAccessible(page, 'a payment that is owed');

  const day = await dayFromNow(request, 40);
  await page.getByRole('textbox', { name: 'Amount' }).fill('$2,000.50');
  await page.getByRole('textbox', { name: 'Date' }).fill(await dayFromNow(request, -1));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The reason for the adjustment field is required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason for the adjustment' }).fill('Rides from October on');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The date can’t be in the past.')).toBeVisible();
  await expectAccessible(page, 'a payment with a wrong date');
  await page.getByRole('textbox', { name: 'Date' }).fill(day);
  await page.getByRole('textbox', { name: 'Notes' }).fill('Called on Monday');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(`**/admin/orders/${family.order.id}`);
  await expect(page.getByText('Notes: Called on Monday')).toBeVisible();

  const home = await (await browser.newContext()).newPage();
  await signIn(home, family.tokens);
  await home.goto(`/dashboard/orders/${family.order.id}`);
  const schedule = home.getByRole('list', { name: 'Payment schedule' });
  await expect(schedule).toContainText(day);
  await expect(schedule).toContainText('$2,000.50');
  await expect(home.getByRole('table', { name: 'Adjustments' })).toContainText(
    'Payment 2 adjusted: Rides from October on',
  );
  await expect(home.getByText('Called on Monday')).toHaveCount(0);
  await expectAccessible(home, 'an order with an adjustment');
});

test(
  'a received check is recorded: the receipt names it, and the payment then takes only notes',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await anOwingFamily(request);
    await signInAsStaff(page, request);
    await page.goto(editPath(family));
    await page.getByRole('radio', { name: 'Check received' }).check();
    await page.getByRole('button', { name: 'Mark $2,150.00 as received' }).click();
    await expect(page.getByText('Please enter the check number.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Check number' }).fill('1042');
    await expectAccessible(page, 'a check');
    await page.getByRole('button', { name: 'Mark $2,150.00 as received' }).click();
    await expect(page.getByText('Payment 2 received')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Payment schedule' })).toContainText('Reference: 1042');

    await page.goto(editPath(family));
    await expect(page.getByText('You can still change the notes and the reference.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveCount(0);
    await expect(page.getByRole('radio')).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Notes' }).fill('Handed in at the yard');
    await expectAccessible(page, 'a payment that is paid');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Notes: Handed in at the yard')).toBeVisible();

    const [order] = await family.call('GET', `/order/${family.order.id}`);
    await page.goto(
      `/dashboard/orders/${order.id}/receipt?invoice=${order.payments[1].user_accounting_invoice_id}`,
    );
    const receipt = page.getByRole('article');
    await expect(receipt).toContainText('check 1042');
    await expect(receipt).toContainText('Check');
    await expect(receipt.getByRole('row').last()).toContainText('$2,150.00');
  },
);

/** @shows MC12.5 */
test(
  'a check over a part is received: the page says what stays due, and the rest is owed on its day',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await anOwingFamily(request);
    await signInAsStaff(page, request);
    await page.goto(editPath(family));
    await page.getByRole('radio', { name: 'Check received' }).check();
    await page.getByRole('textbox', { name: 'Amount received' }).fill('500');
    await expect(page.getByText('$500.00 pays a part of payment 2')).toContainText('The rest, $1,650.00,');
    await page.getByRole('textbox', { name: 'Amount received' }).fill('2200');
    await expect(page.getByText('$50.00 is more than is due.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Number of our refund check' })).toBeVisible();
    await expectAccessible(page, 'a check over more than is due');
    await page.getByRole('textbox', { name: 'Amount received' }).fill('500');
    await page.getByRole('textbox', { name: 'Check number' }).fill('1042');
    await page.getByRole('button', { name: 'Mark $500.00 as received' }).click();
    await page.waitForURL(`**/dashboard/orders/${family.order.id}`);
    const schedule = page.getByRole('list', { name: 'Payment schedule' });
    await expect(schedule).toContainText('$1,650.00');
    await expect(schedule).toContainText('Part of payment 2');
    await expect(schedule).toContainText('$500.00');
  },
);

/** @shows MC9.5 */
test(
  'a check that the bank returned is taken back: the payment is owed again, and its receipt says so',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await anOwingFamily(request);
    await signInAsStaff(page, request);
    await page.goto(editPath(family));
    await page.getByRole('radio', { name: 'Check received' }).check();
    await page.getByRole('textbox', { name: 'Check number' }).fill('1042');
    await page.getByRole('button', { name: 'Mark $2,150.00 as received' }).click();
    await page.waitForURL(`**/dashboard/orders/${family.order.id}`);
    const [{ payments }] = await family.call('GET', `/order/${family.order.id}`);
    const invoice = payments[1].user_accounting_invoice_id;

    await page.goto(editPath(family));
    await page.getByRole('button', { name: 'Returned by the bank' }).click();
    const dialog = page.getByRole('dialog', { name: 'Returned by the bank' });
    await expect(dialog).toContainText('$2,150.00 will be owed again');
    await dialog.getByRole('button', { name: 'Returned by the bank' }).click();
    await expect(dialog).toContainText('The reason field is required');
    await expectAccessible(page, 'a check that is taken back');
    await dialog.getByRole('textbox', { name: 'Date' }).fill(await dayFromNow(request, 20));
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('No money in the account');
    await dialog.getByRole('button', { name: 'Returned by the bank' }).click();
    await page.waitForURL(`**/dashboard/orders/${family.order.id}`);
    await expect(page.getByText('Payment 2 is owed again')).toBeVisible();
    await page.goto(`/dashboard/orders/${family.order.id}/receipt?invoice=${invoice}`);
    await expect(page.getByRole('article')).toContainText('The bank returned this payment.');
  },
);

test(
  'two staff at once: the second one sees what the first has saved, and keeps what was typed',
  { tag: '@long' },
  async ({ request, browser }) => {
    const family = await anOwingFamily(request);
    const first = await openAsStaff(browser, editPath(family));
    const second = await openAsStaff(browser, editPath(family), 'superAdmin');
    await second.getByRole('textbox', { name: 'Notes' }).fill('Mine, typed for long');
    await first.getByRole('textbox', { name: 'Amount' }).fill('2100');
    await first.getByRole('textbox', { name: 'Reason for the adjustment' }).fill('As agreed');
    await first.getByRole('textbox', { name: 'Notes' }).fill('Theirs');
    await first.getByRole('button', { name: 'Save' }).click();
    await first.waitForURL(`**/dashboard/orders/${family.order.id}`);
    await second.getByRole('button', { name: 'Save' }).click();
    const told = second.getByRole('alert').filter({ hasText: 'Someone else has changed this payment' });
    await expect(told).toContainText('Amount: was $2,150.00, now $2,100.00');
    await expect(told).toContainText('Notes: was none, now Theirs');
    await expect(second.getByRole('textbox', { name: 'Notes' })).toHaveValue('Mine, typed for long');
    await expect(second.getByRole('textbox', { name: 'Amount' })).toHaveValue('2100.00');
    await expectAccessible(second, 'a conflict');
    await second.getByRole('button', { name: 'Save' }).click();
    await second.waitForURL(`**/dashboard/orders/${family.order.id}`);
    const [order] = await family.call('GET', `/order/${family.order.id}`);
    expect(order.payments[1].amount).toBe(2100);
    await Promise.all([first.context().close(), second.context().close()]);
  },
);

test(
  'a payment that failed is charged again when staff press for it, or taken off the order',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await anOwingFamily(request, '4000000000006629');
    await signInAsStaff(page, request);
    await page.goto(editPath(family));
    await expect(page.getByRole('button', { name: 'Charge now' })).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Date' }).fill(await dayFromNow(request, 0));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(`**/dashboard/orders/${family.order.id}`);
    await page.goto(editPath(family));
    await page.getByRole('button', { name: 'Charge now' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page, 'the question before a charge');
    await dialog.getByRole('button', { name: 'Charge $2,214.50' }).click();
    await expect(page.getByRole('alert')).toContainText('insufficient funds on the card');
    await expect(page.getByText('Failed', { exact: true })).toBeVisible();
    await expectAccessible(page, 'a payment that failed');
    await page.getByRole('radio', { name: 'No longer owed' }).check();
    await page.getByRole('textbox', { name: 'Reason for the adjustment' }).fill('Moved to another school');
    await page.getByRole('button', { name: 'Waive $2,150.00' }).click();
    await expect(page.getByText('Payment 2 is no longer owed', { exact: true })).toBeVisible();
    await expect(page.getByText('Fully paid')).toBeVisible();
    await page.goto(editPath(family));
    await expect(page.getByText('so you can’t change it')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  },
);

test(
  'a parent is led to the order, and an unknown payment to the not-found page',
  { tag: '@long' },
  async ({ page, request, browser }) => {
    const family = await anOwingFamily(request);
    await signIn(page, family.tokens);
    const asked: string[] = [];
    page.on('request', (sent) => void (sent.url().includes('/payment/') && asked.push(sent.url())));
    await page.goto(editPath(family));
    await page.waitForURL(`**/dashboard/orders/${family.order.id}`);
    await expect(page.getByRole('heading', { name: `Order #${family.order.id}` })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open in the office' })).toHaveCount(0);
    expect(asked).toEqual([]);
    const office = await openAsStaff(browser, `/dashboard/orders/${family.order.id}/payments/99999999/edit`);
    await expect(office.getByText('Page not found.')).toBeVisible();
    await office.context().close();
  },
);

/** @shows B-103 B-106 B-221 B-268 */
test(
  'staff write notes on a contract, and end it: the parent reads INACTIVE',
  { tag: '@long' },
  async ({ page, request, browser }) => {
    const family = await anOwingFamily(request);
    const office = await openAsStaff(browser, `/admin/orders/${family.order.id}`);
    await office.getByRole('button', { name: 'Edit notes' }).click();
    await office.getByRole('textbox', { name: 'Contract notes' }).fill('Calls often');
    await office.getByRole('textbox', { name: 'Additional notes' }).fill('Has a twin');
    await expectAccessible(office, 'notes on a contract');
    await office.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(office.getByText('Has a twin')).toBeVisible();
    await expect(office.getByText('Calls often')).toBeVisible();

    await office.getByRole('button', { name: 'End contract' }).click();
    const dialog = office.getByRole('dialog', { name: 'End contract' });
    await expect(dialog).toContainText('1 payment is canceled, the seat on');
    await expect(dialog).toContainText('Payment 2 of $2,150.00');
    await dialog.getByRole('button', { name: 'End the contract' }).click();
    await expect(dialog).toContainText('Please say why the contract ends.');
    await expectAccessible(office, 'the question before a contract ends');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The family moves to Boston.');
    await dialog.getByRole('button', { name: 'End the contract' }).click();
    await expect(office.getByText('The contract has ended.').first()).toBeVisible();
    await expect(office.getByRole('button', { name: 'End contract' })).toHaveCount(0);
    await office.context().close();

    await signIn(page, family.tokens);
    await page.goto(`/dashboard/orders/${family.order.id}`);
    await expect(page.getByText('INACTIVE', { exact: true })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Payment schedule' }).getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText('Calls often')).toHaveCount(0);
  },
);
