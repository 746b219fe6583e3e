import { request as apis, type Browser, type BrowserContextOptions } from '@playwright/test';
import { DEMO, logInByApi, signIn } from '#tests/support/browser/account.ts';
import type { Shoot } from './screenshot.ts';

const INGRID = { email: 'ingrid@lindqvist.example', password: 'Demo-family-2027' };

/**
 * Staff move the clock to the first day on which the demo's bad card is charged: last, as it moves for
 * everyone.
 */
export async function moveToDeclinedCard(baseURL: string): Promise<void> {
  const api = await apis.newContext({ baseURL });
  const headers = async (who: typeof INGRID) => ({
    'X-Requested-With': 'XMLHttpRequest',
    authorization: `Bearer ${(await logInByApi(api, who)).access_token}`,
  });
  const {
    items: [order],
  } = await (await api.get('/api/order', { headers: await headers(INGRID) })).json();
  await api.post('/api/admin/clock', {
    headers: await headers(DEMO.admin),
    data: { to: order.next_payment_on },
    timeout: 180_000,
  });
  await api.dispose();
}

/** A payment that could not be collected, as its family sees it. */
export async function shootDeclined(
  browser: Browser,
  window: BrowserContextOptions,
  shoot: Shoot,
): Promise<void> {
  const context = await browser.newContext(window);
  const page = await context.newPage();
  await signIn(page, await logInByApi(page.request, INGRID));
  await page.goto('/dashboard/orders');
  await page.getByText('couldn’t collect').waitFor();
  await shoot(page, 'orders-declined');
  await page.getByRole('link', { name: 'View order' }).click();
  await page.getByRole('heading', { name: 'Invoices' }).waitFor();
  await shoot(page, 'order-declined');
  await context.close();
}
