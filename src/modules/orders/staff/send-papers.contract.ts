import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';

export const sendPapers = endpoint({
  name: 'sendPapers',
  summary: 'Mail the signed contract to the family again; once a day (OF10.5)',
  method: 'POST',
  path: '/admin/order/:id/papers-mail',
  guard: { right: 'families_write' },
  audits: ['order.send_papers'],
  impersonation: 'refused',
  params: byId,
  item: 'none',
  refusals: [orderRefusals.order_not_found, orderRefusals.order_inactive, accountRefusals.mailed_today],
});
