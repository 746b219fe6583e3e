import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { officeMenu, openBackOffice, openListTools } from '#tests/support/browser/back-office.ts';
import { aFailedPayment } from '#tests/support/browser/owing-family.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

test('staff see what is owed, why, and whom to call, and take the list along', async ({ page, request }) => {
  const family = await aFailedPayment(request);
  await openBackOffice(page, request, '/admin');
  await (await officeMenu(page)).getByRole('link', { name: 'Owed' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Owed');
  const row = page.getByRole('row').filter({
    has: page.getByRole('link', { name: family.order.order_detail.contract.contract_number, exact: true }),
  });
  await expect(row).toContainText('insufficient funds on the card');
  await expect(row).toContainText('$2,150.00');
  await expect(row.getByRole('link', { name: /^\d{3}-\d{3}-\d{4}$/ }).first()).toHaveAttribute(
    'href',
    /^tel:/,
  );
  await expectAccessible(page, 'what is owed');

  // The second choice comes before the page shows the first.
  await page.evaluate(() => {
    for (const [name, value] of [
      ['sort', 'amount'],
      ['school', 'hm'],
    ] as const) {
      const list = document.querySelector<HTMLSelectElement>(`select[name="${name}"]`)!;
      list.value = value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    }
  });
  await expect(page).toHaveURL(/sort=amount.*school=hm|school=hm.*sort=amount/);
  await expect(row).toBeVisible();
  const amounts = (await page.getByRole('row').allTextContents())
    .flatMap((text) => text.match(/\$([\d,]+\.\d\d)/)?.[1] ?? [])
    .map((text) => Number(text.replaceAll(',', '')));
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));

  const sum = page.getByRole('status').filter({ hasText: 'found' });
  await expect(sum).toHaveText(/^\d+ found, \$[\d,]+\.\d\d in all$/);

  // A list which the server refuses is no file.
  const saved: unknown[] = [];
  page.on('download', (file) => saved.push(file));
  await page.route('**/api/admin/exports', (route) => route.fulfill({ status: 500, json: {} }));
  await openListTools(page);
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'a file of what is owed that failed');
  expect(saved).toEqual([]);
  await page.unroute('**/api/admin/exports');

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^past-due-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile((await file.path())!, 'utf8'))
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toContain('"Contract","Family","Amount","Past due since"');
  expect(
    lines.find((line) => line.startsWith(`"${family.order.order_detail.contract.contract_number}",`)),
  ).toContain('"2150.00"');
  expect(lines.length - 1).toBe(Number.parseInt((await sum.textContent())!, 10));

  await row.getByRole('link', { name: 'Payment 2' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Payment 2 of order #${family.order.id}`);
});

/** @shows OF0.5 OF10.7 */
test(
  'from a family of what is owed, the way back leads to what is owed',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await aFailedPayment(request);
    await openBackOffice(page, request, '/admin/owed?school=hm');
    const row = page.getByRole('row').filter({
      has: page.getByRole('link', { name: family.order.order_detail.contract.contract_number, exact: true }),
    });
    await row.getByRole('link', { name: 'Adaeze Okafor' }).first().click();
    await page.waitForURL(/\/admin\/users\/parents\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForURL(/\/admin\/owed\?school=hm$/);
    await expect(row).toBeVisible();
  },
);
