import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { readPdf } from '#tests/support/files/read-pdf.ts';

export const dollars = (amount: number) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

/** One stop of an order's payment schedule, counted from 1. */
export const stop = (page: Page, n: number) =>
  page
    .getByRole('list', { name: 'Payment schedule' })
    .getByRole('listitem')
    .nth(n - 1);

/** Opens the receipt of a charge as a page and as a file; both say the same sum. */
export async function expectReceipt(home: Page, order: any, invoice: any, lines: number[]): Promise<void> {
  await home.goto(`/dashboard/orders/${order.id}`);
  await home.getByRole('link', { name: `View receipt for invoice #${invoice.id}` }).click();
  const receipt = home.getByRole('article');
  const total = dollars(lines.reduce((sum, line) => sum + Math.round(line * 100), 0) / 100);
  await expect(receipt.getByRole('row').last()).toContainText(total);
  for (const line of lines) await expect(receipt).toContainText(dollars(line));
  const download = home.waitForEvent('download');
  await home.getByRole('link', { name: 'Download receipt (PDF)' }).click();
  const { text, title } = await readPdf(await readFile(await (await download).path()));
  expect(title).toBe(`Receipt for Order #${order.id}`);
  for (const said of [...lines.map(dollars), total, order.order_detail.contract.contract_number])
    expect(text).toContain(said);
}
