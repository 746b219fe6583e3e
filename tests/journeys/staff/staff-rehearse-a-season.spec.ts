import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';

const PLAYED_WITHIN_MS = 240_000;

const fitsTheWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

/** @shows RP5.1 RP5.4 */
test('staff play a rehearsal, stop it, play another one and read its report', async ({ page, request }) => {
  test.setTimeout(PLAYED_WITHIN_MS + 120_000);
  await openBackOffice(page, request, '/admin/rehearsals', 'superAdmin');
  await expect(page.getByRole('heading', { level: 1, name: 'Rehearsals' })).toBeVisible();
  const families = page.getByRole('textbox', { name: 'Families', exact: true });
  const season = page.getByRole('combobox', { name: 'School year' });
  await season.selectOption({ label: '2027–2028 school year' });
  await families.fill('9');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText(/must be 10 or/)).toBeVisible();
  await expectAccessible(page, 'rehearsals');
  expect(await fitsTheWindow(page)).toBe(true);

  await families.fill('10');
  await page.getByRole('textbox', { name: 'Seed', exact: true }).fill('4');
  await page.getByRole('textbox', { name: 'Cards declined' }).fill('60');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText(/It is .* in the rehearsal/)).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page, 'a rehearsal that plays');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('The rehearsal was stopped, so it has no report.')).toBeVisible();

  await page.getByRole('link', { name: 'Rehearsals' }).first().click();
  await season.selectOption({ label: '2027–2028 school year' });
  await families.fill('10');
  await page.getByRole('textbox', { name: 'Cards declined' }).fill('60');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText('Money by month')).toBeVisible({ timeout: PLAYED_WITHIN_MS });
  await expect(page.getByText('10 of 10 signed a contract')).toBeVisible();
  for (const name of ['Sold by route', 'Emails by kind', 'Money by month'])
    await expect(page.getByRole('table', { name })).toBeVisible();
  await expect(page.getByText('Every family bought what it wanted.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Receipt' })).toBeVisible();
  const chart = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ hasText: 'Seats taken by day' });
  await expect(chart.first()).toContainText('10 contracts were signed');
  const ofSeason = page.getByRole('region', { name: 'Season report' });
  await expect(ofSeason.getByRole('table').first()).toBeVisible();
  await expect(ofSeason.locator('a[href^="/admin/orders"]')).toHaveCount(0);
  await expectAccessible(page, 'the report of a rehearsal');
  expect(await fitsTheWindow(page)).toBe(true);
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/rehearsal.png`, fullPage: true });
});
