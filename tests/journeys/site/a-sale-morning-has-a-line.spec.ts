import { expect, test, type APIRequestContext } from '@playwright/test';
import { newAccount, PASSWORD } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { signInAsStaff } from '#tests/support/browser/back-office.ts';
import { startPortalWithClock, type PortalWithClock } from '#tests/support/portal/portal-with-clock.ts';

// A portal of its own that serves eight visitors at a time.
let sale: PortalWithClock;
let api: APIRequestContext;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(300_000);
  sale = await startPortalWithClock({ VISITORS_AT_ONCE: '8' });
  api = sale.api;
});
test.afterAll(async () => sale.stop());

/** Families from everywhere make calls, one from each network, until nobody else comes in. */
async function fill(): Promise<void> {
  for (let nr = 0; ; nr += 1) {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'X-Forwarded-For': `198.51.${nr}.1` };
    const answer = await api.post('/api/register', { headers, data: {} });
    if (answer.status() === 503) return;
  }
}

for (const on of ['phone', 'desktop'] as const)
  /** @shows H21.3 MH5.3 MH5.6 */
  test(`on a ${on}, whoever comes to a full portal waits and goes on @once @long`, async ({ browser }) => {
    test.setTimeout(240_000);
    // The visitors of the other device may still be inside.
    let family = { email: '' };
    await expect(async () => void (family = await newAccount(api))).toPass({ timeout: 60_000 });
    const office = await sale.open(browser, 'desktop');
    const page = await sale.open(browser, on);
    await page.goto('/login');
    await page.getByLabel('Email').fill(family.email);
    await page.getByLabel('Password').first().fill(PASSWORD);
    await fill();
    await page.getByRole('button', { name: 'Log in' }).last().click();
    await expect(page).not.toHaveURL(/login/);
    await page.goto('/dashboard/orders');
    const line = page.getByRole('status').filter({ hasText: 'in line' });
    await expect(line).toContainText(/You’re number \d in line/);
    await expect(line).toContainText('nothing you typed will be lost');
    await expectAccessible(page, 'in line');
    await page.screenshot({ path: test.info().outputPath(`in-line-${on}.png`) });
    const ticket = () => page.evaluate(() => sessionStorage.getItem('ticket'));
    await expect.poll(ticket).toMatch(/^w(\.[\w-]+){5}$/);
    await signInAsStaff(office, api);
    await office.goto('/admin/orders');
    await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(office.getByRole('status').filter({ hasText: 'in line' })).toHaveCount(0);
    // The visitors have not called for half a minute.
    await expect(line).toHaveCount(0, { timeout: 60_000 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
  });
