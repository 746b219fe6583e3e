import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, idShape } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { acceptanceShape } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { signedContractShape } from '#modules/orders/reading/signed-contract.contract.ts';

export const acceptOrder = endpoint({
  name: 'acceptOrder',
  summary: 'Accept the texts of an order that staff have placed for the family; once (H10)',
  method: 'POST',
  path: '/order/:id/acceptance',
  guard: 'account',
  // Staff may never accept for the family.
  impersonation: 'refused',
  params: byId,
  body: z.object({ acceptances: z.array(acceptanceShape).max(3) }),
  item: signedContractShape,
  refusals: [
    orderRefusals.order_not_found,
    orderRefusals.acceptance_not_open,
    orderRefusals.order_inactive,
    orderRefusals.text_stale,
    accountRefusals.refused_while_impersonating,
  ],
});

export const askForAcceptance = endpoint({
  name: 'askForAcceptance',
  summary: 'Mail the family again that it accepts what staff have placed for it; once a day (H10)',
  method: 'POST',
  path: '/admin/order/:id/acceptance/mail',
  guard: { right: 'money_write' },
  audits: ['order.ask_acceptance'],
  params: byId,
  item: z.object({ order_id: idShape }),
  refusals: [
    orderRefusals.order_not_found,
    orderRefusals.acceptance_not_open,
    orderRefusals.order_inactive,
    accountRefusals.mailed_today,
  ],
});
