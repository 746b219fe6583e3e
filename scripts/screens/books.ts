import type { Browser, BrowserContextOptions } from '@playwright/test';
import { DEMO, logInByApi, signIn } from '#tests/support/browser/account.ts';
import type { Shoot } from './screenshot.ts';

const BOOKS: Record<string, string> = {
  'admin-money': '/admin/money',
  'admin-reconciliation': '/admin/reconciliation',
  'admin-payouts': '/admin/payouts',
  'admin-season-report': '/admin/reports/season',
  'admin-ledger': '/admin/reports/ledger',
  'admin-mails': '/admin/mails',
  'admin-health': '/admin/health',
};

/**
 * What the office sees of the processor's books once nights have gone by: money matters, the difference that
 * the demo has and how it is explained, payouts. The staff who see it explain nothing.
 */
export async function shootBooks(
  browser: Browser,
  window: BrowserContextOptions,
  shoot: Shoot,
): Promise<void> {
  const context = await browser.newContext(window);
  const page = await context.newPage();
  await signIn(page, await logInByApi(page.request, DEMO.superAdmin));
  for (const [name, path] of Object.entries(BOOKS)) {
    await page.goto(path);
    await page.getByRole('table').first().waitFor();
    await shoot(page, name);
  }
  await page.goto(BOOKS['admin-reconciliation']!);
  await page
    .getByRole('button', { name: /^Explain/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await shoot(page, 'admin-reconciliation-explain');
  await context.close();
}
