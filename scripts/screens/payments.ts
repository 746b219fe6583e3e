import type { Page } from '@playwright/test';
import { anOwingFamily, dayFromNow, editPath } from '#tests/support/browser/owing-family.ts';
import { shootRefund } from './refund.ts';

type Shoot = (page: Page, name: string) => Promise<void>;

/**
 * A payment as staff edit it: owed, failed, changed by two at once, paid by check; and an order before
 * its end.
 */
export async function shootPayments(page: Page, shoot: Shoot): Promise<void> {
  const family = await anOwingFamily(page.request, '4000000000006629');
  const path = editPath(family);
  await page.goto(path);
  await page.getByRole('radio', { name: 'Still owed' }).waitFor();
  await shoot(page, 'payment-edit');
  await page.getByRole('textbox', { name: 'Amount' }).fill('2,000');
  await page.getByRole('textbox', { name: 'Date' }).fill('01/02/2020');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The reason for the adjustment field is required').waitFor();
  await page.getByRole('textbox', { name: 'Reason for the adjustment' }).fill('Rides from October on');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The date can’t be in the past.').waitFor();
  await shoot(page, 'payment-edit-wrong');
  const other = await page.context().newPage();
  await other.goto(path);
  await other.getByRole('textbox', { name: 'Date' }).fill(await dayFromNow(page.request, 0));
  await other.getByRole('button', { name: 'Save' }).click();
  await other.waitForURL(`**/dashboard/orders/${family.order.id}`);
  await other.close();
  await page.getByRole('textbox', { name: 'Date' }).fill(await dayFromNow(page.request, 9));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Someone else has changed this payment').waitFor();
  await shoot(page, 'payment-edit-conflict');
  await page.goto(path);
  await page.getByRole('button', { name: 'Charge now' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Charge/ })
    .waitFor();
  await shoot(page, 'payment-charge');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Charge/ })
    .click();
  await page.getByRole('alert').waitFor();
  await shoot(page, 'payment-failed');
  await page.goto('/admin/owed');
  await page.getByRole('table').waitFor();
  await shoot(page, 'admin-owed');
  await page.goto(path);
  await page.getByRole('radio', { name: 'Check received' }).check();
  await page.getByRole('textbox', { name: 'Check number' }).fill('1042');
  await shoot(page, 'payment-check');
  await page.getByRole('button', { name: /as received$/ }).click();
  await page.waitForURL(`**/dashboard/orders/${family.order.id}`);
  await page.goto(path);
  await page.getByText('You can still change the notes and the reference.').waitFor();
  await shoot(page, 'payment-paid');
  await page.goto(`/dashboard/orders/${family.order.id}`);
  await page.getByRole('heading', { name: 'Staff actions' }).waitFor();
  await shoot(page, 'order-office');
  await page.getByRole('button', { name: 'Make order inactive' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot(page, 'order-end');
  await shootRefund(page, shoot);
}
