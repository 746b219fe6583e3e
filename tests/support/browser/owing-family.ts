import { expect, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { DEMO, logInByApi, newAccount, signIn, type Account } from './account.ts';
import { buyOnTwoPayments } from './payment-methods.ts';

/** A family that owes its second payment, and the order's ids. */
export type OwingFamily = Account & { order: any; second: any };

/**
 * @param number  the card that pays the first of two payments; `4000000000006629` has money for that one only
 */
export async function anOwingFamily(request: APIRequestContext, number?: string): Promise<OwingFamily> {
  const family = await newAccount(request);
  const order = await buyOnTwoPayments(family, number);
  return { ...family, order, second: order.payments[1] };
}

/** A family whose second payment has been tried in vain just now. */
export async function aFailedPayment(request: APIRequestContext): Promise<OwingFamily> {
  const family = await anOwingFamily(request, '4000000000006629');
  await chargeInVain(request, { order_id: family.order.id, payment_id: family.second.id });
  return family;
}

/** Staff bring a later payment to today and charge it, which is refused. */
export async function chargeInVain(
  request: APIRequestContext,
  { order_id, payment_id }: { order_id: number; payment_id: number },
): Promise<void> {
  const { access_token } = await logInByApi(request, DEMO.admin);
  const headers = { Authorization: `Bearer ${access_token}`, 'X-Requested-With': 'XMLHttpRequest' };
  const {
    items: [{ date: today }],
  } = await (await request.get('/api/server/info')).json();
  const path = `/api/order/${order_id}/payment/${payment_id}`;
  expect((await request.put(path, { headers, data: { version: 1, pay_on: today } })).status()).toBe(200);
  expect((await request.post(`${path}/charge`, { headers, data: { version: 2 } })).status()).toBe(402);
}

export const editPath = ({ order, second }: OwingFamily) =>
  `/dashboard/orders/${order.id}/payments/${second.id}/edit`;

/** Someone of the office at a page of an order, in a browser of their own. */
export async function openAsStaff(
  browser: Browser,
  path: string,
  who: keyof typeof DEMO = 'admin',
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, await logInByApi(page.request, DEMO[who]));
  await page.goto(path);
  return page;
}

/** The day `days` from the server's today, as people type it. */
export async function dayFromNow(request: APIRequestContext, days: number): Promise<string> {
  const {
    items: [{ date }],
  } = await (await request.get('/api/server/info')).json();
  const [year, month, day] = String(date).split('-').map(Number) as [number, number, number];
  const then = new Date(Date.UTC(year, month - 1, day + days));
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(then.getUTCMonth() + 1)}/${two(then.getUTCDate())}/${then.getUTCFullYear()}`;
}
