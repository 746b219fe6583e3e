import { expect, test } from '@playwright/test';
import { expectTables } from '#tests/support/browser/accessibility.ts';
import { aDraftSeason } from '#tests/support/browser/a-draft-season.ts';
import { openBackOffice, openListTools } from '#tests/support/browser/back-office.ts';

/** @shows AC31 */
test('what the office shows as a picture stands in a table too', async ({ page, request }) => {
  const season = await aDraftSeason(request, `Draft ${Date.now().toString(36)}`);
  await openBackOffice(page, request, '/admin');
  const numbers = page.getByRole('button', { name: 'Show the numbers' });
  await expect(numbers.first()).toBeVisible();
  const charts = await numbers.count();
  for (let left = charts; left > 0; left -= 1) await numbers.first().click();
  await expect(page.getByRole('button', { name: 'Hide the numbers' })).toHaveCount(charts);
  expect(await page.getByRole('main').getByRole('table').count()).toBeGreaterThanOrEqual(charts);
  await expectTables(page, 'the charts of the overview');

  await page.goto(`/admin/seasons/${season}`);
  await page.getByRole('button', { name: /^Terms of .* as a table$/ }).click();
  await expect(page.getByRole('table', { name: /^Terms of/ })).toContainText('Due at signing');
  await expectTables(page, 'the board with its table of terms');

  await page.goto('/admin/orders');
  await expect(page.getByRole('table', { name: 'Orders, sorted by Newest first' })).toBeVisible();
  await openListTools(page);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Student' });
  await expect(page.getByRole('table', { name: 'Orders, sorted by Student' })).toBeVisible();
});

/** @shows AC31 */
test('an order is changed by buttons, the news of it is announced and found again', async ({
  page,
  request,
}) => {
  const season = await aDraftSeason(request, `Draft ${Date.now().toString(36)}`);
  await openBackOffice(page, request, `/admin/seasons/${season}`);
  await page.getByRole('button', { name: /^Order and copies: routes/ }).click();
  const dialog = page.getByRole('dialog');
  for (const name of [/^Move up/, /^Move down/, /^Move to…/])
    await expect(dialog.getByRole('button', { name })).toHaveCount(1);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Round trip', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Capacity' }).fill('31');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  await page.getByRole('link', { name: 'Round trip', exact: true }).click();
  await dialog.getByRole('button', { name: 'History' }).click();
  await expect(dialog.getByRole('region', { name: 'History' })).toContainText('31');
});
