import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { officeMenu, openBackOffice, openListTools } from '#tests/support/browser/back-office.ts';
import { countEffort, expectAtMost } from '#tests/support/browser/effort.ts';
import { aFailedPayment } from '#tests/support/browser/owing-family.ts';

const views = { name: 'Views' };

/** @shows OF1.6 */
test(
  'staff keep a view of a list, change the view and remove it',
  { tag: '@long' },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin/orders');
    await openListTools(page);
    const name = `Hillmark ${Date.now()}`;
    await page.getByLabel('School', { exact: true }).selectOption({ label: 'Hillmark School (HM)' });
    await page.getByRole('button', { name: 'Save as a view' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await expectAccessible(page, 'a new view');
    await dialog.getByRole('button', { name: 'Save as a view' }).click();
    const tab = page.getByRole('navigation', views).getByRole('link', { name, exact: true });
    await expect(tab).toHaveAttribute('aria-current', 'true');
    // The view opens by its tab, from the plain list.
    await page.getByRole('navigation', views).getByRole('link', { name: 'All', exact: true }).click();
    await expect(page).toHaveURL(/orders\?$|orders$/);
    await tab.click();
    await expect(page.getByText('School: Hillmark School (HM)')).toBeVisible();
    await page.getByLabel('Sort by').selectOption({ label: 'Contract number' });
    await page.getByRole('button', { name: 'Save changes to the view' }).click();
    await expect(page.getByRole('button', { name: 'Save changes to the view' })).toHaveCount(0);
    await page.reload();
    await openListTools(page);
    await expect(page.getByLabel('Sort by')).toHaveValue('number');
    await page.getByRole('button', { name: 'Edit the view' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`${name} 2`);
    await dialog.getByRole('button', { name: 'Save changes to the view' }).click();
    await expect(page.getByRole('navigation', views).getByRole('link', { name: `${name} 2` })).toBeVisible();
    await page.getByRole('button', { name: 'Edit the view' }).click();
    await expectAccessible(page, 'a view that is edited');
    await dialog.getByRole('button', { name: 'Remove the view' }).click();
    await expect(page.getByRole('navigation', views).getByRole('link', { name: `${name} 2` })).toHaveCount(0);
    await expect(page.getByText('School: Hillmark School (HM)')).toBeVisible();
  },
);

test('staff see on one screen what a family owes', async ({ page, request }) => {
  const family = await aFailedPayment(request);
  await openBackOffice(page, request, '/admin');
  const menu = await officeMenu(page);
  const { effort, screen, click, type } = countEffort(page);
  await click(menu.getByRole('link', { name: 'Families', exact: true }));
  await screen(page.getByRole('heading', { level: 1, name: 'Families' }));
  await click(page.getByRole('searchbox'));
  await type(family.order.order_detail.contract.contract_number.slice(-8));
  const row = page.getByRole('row').filter({ hasText: family.email });
  await expect(row).toContainText('$2,150.00');
  // Task 4 of the office, from the overview on.
  expectAtMost(effort, { screens: 1, presses: 2, typed: 10 });
});
