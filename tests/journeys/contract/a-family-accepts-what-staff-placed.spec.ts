import { expect, test } from '@playwright/test';
import { signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { signInAsStaff } from '#tests/support/browser/back-office.ts';
import { mailTo } from '#tests/support/browser/mails.ts';
import { aStaffPlacedOrder } from '#tests/support/browser/staff-placed-order.ts';
import { HM_TWO_PAYMENTS } from '#tests/support/browser/wizard/prepared-draft.ts';

/** @shows H10.4 H10.6 */
test('a family follows a mail, reads the texts and accepts what staff have placed', async ({
  page,
  browser,
  request,
}) => {
  const { family, order_id } = await aStaffPlacedOrder(request, HM_TWO_PAYMENTS);
  const mail = await mailTo(family.email, `Please accept the contract for order ${order_id}`);
  const link = new URL(/https?:\/\/\S+\/accept/.exec(mail.text)![0]).pathname;

  await page.goto(link);
  await page.waitForURL(/\/login\?redirectPath=/);
  await expect(page.getByText('Ngozi')).toHaveCount(0);

  const office = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await signInAsStaff(office, request);
  await office.goto(`/admin/orders/${order_id}`);
  const panel = office
    .locator('section')
    .filter({ has: office.getByRole('heading', { name: 'Acceptance by the family', exact: true }) });
  await expect(panel).toContainText('Not yet');
  await panel.getByRole('button', { name: 'Ask again by email' }).click();
  await expect(office.getByText('Email sent to the family.')).toBeVisible();
  await panel.getByRole('button', { name: 'Ask again by email' }).click();
  await expect(panel.getByRole('alert')).toContainText('already been emailed today');
  await expectAccessible(office, 'an order that waits for its family');

  await signIn(page, family.tokens);
  await page.goto(`/dashboard/orders/${order_id}`);
  await page.getByRole('link', { name: 'Read and accept' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Accept Contract' })).toBeVisible();
  await expectAccessible(page, 'the texts to accept');
  await page.getByRole('button', { name: 'Accept contract' }).click();
  await expect(page.getByText('Please read this text and check the box.').first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'I have read and accept the contract terms' }).check();
  await page.getByRole('button', { name: 'Accept contract' }).click();
  await expect(page.getByText('You have accepted this contract')).toBeVisible();

  await page.goto(`/dashboard/orders/${order_id}`);
  await expect(page.getByRole('heading', { name: `Order #${order_id}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Read and accept' })).toHaveCount(0);
  await page.goto(`/dashboard/orders/${order_id}/contract`);
  await expect(page.getByText(/from our staff, and accepted by you on/).first()).toBeVisible();
  await office.reload();
  await expect(panel).not.toContainText('Not yet');
});
