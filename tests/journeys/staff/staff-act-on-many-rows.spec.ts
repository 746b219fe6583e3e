import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice, openListTools } from '#tests/support/browser/back-office.ts';
import { aFailedPayment } from '#tests/support/browser/owing-family.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' });
const isWide = ({ width }: { width: number }) => width >= 768;

/** Both payments of the contract, by the keys of the list. */
async function selectBoth(page: Page): Promise<void> {
  await page.getByRole('table').locator('a[data-row]').first().focus();
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('1 selected');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+X');
  await expect(bar(page)).toContainText('2 selected');
}

/** @shows OF1.5 OF1.11 */
test('staff filter payments, select some by keys, remind the families, and read who was left out', async ({
  page,
  request,
}) => {
  const { order } = await aFailedPayment(request);
  const number = order.order_detail.contract.contract_number;
  await openBackOffice(page, request, `/admin/payments?search=${number}`);
  await openListTools(page);
  await page.getByLabel('School', { exact: true }).selectOption({ label: 'Hillmark School (HM)' });
  await expect(page.getByText('School: Hillmark School (HM)')).toBeVisible();
  await expect(page.locator('table[aria-busy]')).toHaveCount(0);
  await selectBoth(page);
  await expectAccessible(page, 'selected rows');
  await bar(page).getByRole('button', { name: 'Send a reminder (1)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a reminder' });
  await expect(dialog.getByRole('status')).toHaveText('Selected: 1, and 1 left out:');
  await dialog.getByRole('button', { name: 'Send a reminder (1)' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 done, 1 left out:');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  // The row that was left out stays selected.
  await expect(bar(page)).toContainText('1 selected');
  await bar(page).getByRole('button', { name: 'Clear' }).click();
  // Pressed twice, nobody is emailed twice.
  await selectBoth(page);
  await bar(page).getByRole('button', { name: 'Send a reminder (1)' }).click();
  await dialog.getByRole('button', { name: 'Send a reminder (1)' }).click();
  await expect(dialog.getByRole('status')).toHaveText('0 done, 2 left out:');
  await expect(dialog.getByRole('listitem').last()).toContainText(
    '1: The family has already been emailed today.',
  );
  await expectAccessible(page, 'what a bulk act has left out');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

/** @shows OF1.5 OF1.11 */
test('staff select all payments that match, and read before the act which are left out', async ({
  page,
  request,
}) => {
  const { order } = await aFailedPayment(request);
  const number = order.order_detail.contract.contract_number;
  await openBackOffice(page, request, `/admin/payments?search=${number}`);
  const first = page.getByRole('table', { name: 'Payments' }).getByRole('checkbox', { name: /^Select \d/ });
  await first.first().check();
  const all = bar(page).getByRole('button', { name: /^All \d+ that match$/ });
  const n = Number(/\d+/.exec(await all.innerText())![0]);
  await all.click();
  await expect(bar(page)).toContainText(`${n} selected`);
  await bar(page)
    .getByRole('button', { name: new RegExp(`^Move to another day \\(${n - 1}\\)$`) })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Move to another day' });
  await expect(dialog.getByRole('status')).toHaveText(`Selected: ${n - 1}, and 1 left out:`);
  await expect(dialog.getByRole('listitem')).toContainText('1: Paid');
  await dialog.getByLabel('New day').fill('2020-01-01');
  await dialog.getByRole('button', { name: /^Move/ }).click();
  await expect(dialog.getByRole('status')).toHaveText(`0 done, ${n} left out:`);
  await expectAccessible(page, 'payments that were not moved');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  if (!isWide(page.viewportSize()!)) return;
  await bar(page).getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
  await expect(bar(page)).toContainText(`${n} selected`);
});
