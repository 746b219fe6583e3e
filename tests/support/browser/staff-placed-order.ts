import type { APIRequestContext } from '@playwright/test';
import { DEMO, logInByApi } from './account.ts';
import { aFamilyInWizard, anotherChild, buyByApi, type FamilyInWizard } from './wizard/prepared-draft.ts';

type Chosen = Parameters<typeof buyByApi>[1];

/** A family with an order of its own, and one that staff have placed for a sister by its saved card. */
export async function aStaffPlacedOrder(
  request: APIRequestContext,
  chosen: Chosen,
): Promise<{ family: FamilyInWizard; order_id: number }> {
  const family = await aFamilyInWizard(request, chosen);
  await buyByApi(family, chosen);
  const sister = await anotherChild(family);
  const [{ id: payment_method_id }] = await family.call('GET', '/accounting/payment-methods/read/all');
  const [{ id: user_id }] = await family.call('GET', '/user');
  const staff = await logInByApi(request, DEMO.admin);
  const send = async (path: string, token: string, data: object): Promise<any> => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', Authorization: `Bearer ${token}` };
    const body = await (await request.post(`/api${path}`, { headers, data })).json();
    if (!body.items) throw new Error(body.errors.join());
    return body.items[0];
  };
  const reason = 'Asks on the phone for a second contract.';
  const path = `/admin/parents/${user_id}/impersonation`;
  const { access_token } = await send(path, staff.access_token, { reason });
  const office: FamilyInWizard = {
    ...family,
    call: async (method, to, data) =>
      to === '/order'
        ? [await send(to, access_token, { ...data, payment: { payment_method_id } })]
        : family.call(method, to, data),
  };
  const { id: order_id } = await buyByApi(office, chosen, undefined, sister);
  return { family, order_id };
}
