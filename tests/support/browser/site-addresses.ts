import type { APIRequestContext } from '@playwright/test';
import { pages } from '#app/site-map.ts';
import { DEMO, logInByApi } from './account.ts';

/** An address of each page of the site map, with the people of the demo whose page it is. */
export type SiteAddress = { name: string; address: string; who?: 'family' | 'superAdmin' };

type Row = { id: number; payments?: { id: number }[] };

const OF_LINKS: Readonly<Record<string, string>> = {
  contract: '/contract?school=hm',
  resetPassword: '/reset-password?token=t&email=e',
  undoEmailChange: '/undo-email-change?token=t',
  verifyEmail: '/verify-email?endpoint=%2Fapi%2Fverify-email%2Fx',
  'program.home': '/hm',
  'employment.success.corrected': '/employment/succes',
  routeMap: '/route-map/hm',
};

async function first(request: APIRequestContext, path: string, token: string): Promise<Row | undefined> {
  const answer = await request.get(`/api${path}`, { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
  return ((await answer.json()) as { items: Row[] }).items[0];
}

/** Ids of the demo for the parameters of addresses. */
async function demoIds(request: APIRequestContext): Promise<Record<string, number>> {
  const { access_token: token } = await logInByApi(request, DEMO.family);
  const [order, student, address, method] = await Promise.all(
    ['/order', '/student', '/address', '/accounting/payment-methods/read/all'].map((path) =>
      first(request, path, token),
    ),
  );
  const shown = await first(request, `/order/${order!.id}`, token);
  const staff = await logInByApi(request, DEMO.superAdmin);
  const parent = await first(request, '/admin/parents', staff.access_token);
  return {
    order_id: order!.id,
    payment_id: shown!.payments!.at(-1)!.id,
    student_id: student!.id,
    address_id: address!.id,
    payment_method_id: method!.id,
    parent_id: parent!.id,
  };
}

function whose(name: string, path: string): SiteAddress['who'] {
  if (path.startsWith('/admin') || name === 'order.edit.payment') return 'superAdmin';
  return path.startsWith('/dashboard') || path.startsWith('/order/') ? 'family' : undefined;
}

/** Every page of the site map. What the demo has none of is asked for by an id that does not exist. */
export async function siteAddresses(request: APIRequestContext): Promise<SiteAddress[]> {
  const ids = await demoIds(request);
  return pages.map(({ name, path }) => ({
    name,
    address: OF_LINKS[name] ?? path.replaceAll(/:(\w+)/g, (_, id: string) => String(ids[id] ?? 999_999)),
    who: whose(name, path),
  }));
}
