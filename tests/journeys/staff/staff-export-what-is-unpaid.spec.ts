import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { officeMenu, openBackOffice, openListTools } from '#tests/support/browser/back-office.ts';
import { aFailedPayment } from '#tests/support/browser/owing-family.ts';
import { countEffort, expectAtMost } from '#tests/support/browser/effort.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const unpaidOf = (page: Page) => page.getByRole('table', { name: 'Payments' }).getByRole('row');

/** @shows OF1.8 */
test('staff export what is unpaid for one school, on one screen', async ({ page, request }) => {
  const family = await aFailedPayment(request);
  await openBackOffice(page, request, '/admin');
  const menu = await officeMenu(page);
  const { effort, screen, click, pick, press } = countEffort(page);
  await click(menu.getByRole('link', { name: 'Payments', exact: true }));
  await screen(page.getByRole('heading', { level: 1, name: 'Payments' }));
  await click(page.getByRole('link', { name: 'Unpaid', exact: true }));
  await openListTools(page);
  await pick('School', { label: 'Hillmark School (HM)' });
  await expect(page).toHaveURL(/state=.*school=hm/);
  await expect(
    unpaidOf(page).filter({ hasText: family.order.order_detail.contract.contract_number }).first(),
  ).toBeVisible();
  const saving = page.waitForEvent('download');
  await press('e');
  const file = await saving;
  // Task 5 of the office, from the overview on.
  expectAtMost(effort, { screens: 1, presses: 5, typed: 12 });
  const lines = (await readFile((await file.path())!, 'utf8'))
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toBe('"Due on","Amount","Status","Family","Contract","Payment","Paid with","Tries"');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.slice(1).filter((line) => line.includes('"Paid"'))).toEqual([]);
});

/** @shows OF1.2 OF1.4 */
test(
  'a list keeps filters and columns in the address, and says which filter it left out',
  { tag: '@long' },
  async ({ page, request }) => {
    await aFailedPayment(request);
    await openBackOffice(
      page,
      request,
      '/admin/payments?state=late&due_on=..2099-12-31&columns=amount,contract',
    );
    await expect(page.getByRole('status').filter({ hasText: 'was left out' })).toContainText(
      'The filter State cannot be late.',
    );
    await expect(page.getByRole('columnheader')).toHaveText(['Amount', 'Contract']);
    await expect(page.getByText('Due on: up to 12/31/2099')).toBeVisible();
    await openListTools(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await dialog.getByRole('checkbox', { name: 'Family', exact: true }).check();
    await dialog.getByRole('button', { name: 'Move Family up' }).click();
    await expectAccessible(page, 'the columns of a list');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader')).toHaveText(['Amount', 'Family', 'Contract']);
    await page.goto('/admin/payments?school=nowhere');
    await expect(page.getByRole('status').filter({ hasText: 'was left out' })).toContainText(
      'The filter School cannot be nowhere.',
    );
    await openListTools(page);
    const filters = page.getByRole('button', { name: /^Filters/ });
    if (await filters.isVisible()) await filters.click();
    await page.getByRole('checkbox', { name: 'No longer owed' }).check();
    await expect(page.getByText('Status: No longer owed')).toBeVisible();
    await expectAccessible(page, 'the filters of a list');
    for (const [path, name] of [
      ['/admin/orders', 'Orders'],
      ['/admin/students', 'Students'],
      ['/admin/refunds', 'Refunds'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(page.getByRole('table', { name }).or(page.getByText('Nothing here yet'))).toBeVisible();
      await expectAccessible(page, name);
    }
  },
);
