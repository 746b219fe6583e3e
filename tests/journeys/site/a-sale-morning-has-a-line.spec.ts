import { expect, test, type APIRequestContext } from '@playwright/test';
import { newAccount, PASSWORD } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { startPortalWithClock, type PortalWithClock } from '#tests/support/portal/portal-with-clock.ts';

// A portal of its own that serves eight visitors at a time.
let sale: PortalWithClock;
let api: APIRequestContext;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  sale = await startPortalWithClock({ VISITORS_AT_ONCE: '8' });
  api = sale.api;
});
test.afterAll(async () => sale.stop());

/** @shows H21.3 */
test('whoever comes to a full portal reads its place, and goes on with what was typed @once @long', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const family = await newAccount(api);
  const headers = { 'X-Requested-With': 'XMLHttpRequest' };
  // Each call without a ticket is another visitor.
  while ((await api.post('/api/turn', { headers, data: {} })).ok());
  const page = await sale.open(browser, 'phone');
  await page.goto('/login');
  await page.getByLabel('Email').fill(family.email);
  await page.getByLabel('Password').first().fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).last().click();
  const line = page.getByRole('status').filter({ hasText: 'in line' });
  await expect(line).toContainText(/You are number \d in line/);
  await expect(line).toContainText('nothing that you typed is lost');
  await expectAccessible(page, 'in line');
  // The visitors have not called for half a minute.
  await expect(page).not.toHaveURL(/login/, { timeout: 60_000 });
  await expect(line).toHaveCount(0);
  await page.goto('/dashboard/orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
});
