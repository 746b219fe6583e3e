import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';

/** @shows RP2.1 RP2.4 RP2.5 */
test(
  'staff read the report of a school year, fold a grouping in and take the file along',
  { tag: '@phone' },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin/reports/season');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('School year report');
    const table = page.getByRole('table').first();
    await expect(table.getByRole('row').filter({ hasText: 'Total' })).toContainText('$');
    await expectAccessible(page, 'the report of a school year');
    await page.getByLabel('Folded in').selectOption('route');
    const school = table.getByRole('button', { expanded: false }).first();
    const rows = await table.getByRole('row').count();
    await school.click();
    await expect(async () => expect(await table.getByRole('row').count()).toBeGreaterThan(rows)).toPass();
    const counted = table.getByRole('link', { name: /orders: Contracts, Total$/ });
    const n = await counted.textContent();
    await counted.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
    await expect(page.getByText(`${n} found`, { exact: true })).toBeVisible();
    await page.goBack();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const content = await readFile((await (await saving).path())!, 'utf8');
    expect(content).toContain('"Net received"');
    expect(content).toContain('"Total"');
  },
);

/** @shows RP1.7 */
test(
  'staff read a chart by its sentence, by keys and as numbers',
  { tag: '@phone' },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin');
    const chart = page.getByRole('img', { name: 'Contracts by day' });
    await expect(chart).toBeVisible();
    await chart.focus();
    await page.keyboard.press('End');
    await expect(page.getByRole('status').filter({ hasText: /^Day \d+: \d+ in / })).toBeVisible();
    // The innermost one: the overview is a section too.
    const section = page.locator('section').filter({ has: chart }).last();
    await expect(section.locator('p').first()).toContainText(/contract/);
    await section.getByRole('button', { name: 'Show the numbers' }).click();
    await expect(section.getByRole('table', { name: 'Contracts by day' })).toBeVisible();
    const saving = page.waitForEvent('download');
    await section.getByRole('button', { name: 'Download as CSV' }).click();
    expect((await saving).suggestedFilename()).toBe('contracts-by-day.csv');
    await expectAccessible(page, 'the charts of the overview');
  },
);
