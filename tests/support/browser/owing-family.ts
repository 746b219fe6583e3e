import type { APIRequestContext, Browser, Page } from '@playwright/test';
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
