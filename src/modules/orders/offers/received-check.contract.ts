import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, idShape } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { receivedCheckShape } from './offers.shapes.ts';

export const receiveCheck = endpoint({
  name: 'receiveCheck',
  proof: 'recent',
  summary: 'Record the check or cash that an order waits for: the order becomes active, once (OF3.7)',
  method: 'POST',
  path: '/admin/order/:id/check',
  guard: { right: 'money_write' },
  audits: ['order.receive'],
  impersonation: 'refused',
  params: byId,
  body: receivedCheckShape.extend({ amount_cents: z.number().int().positive() }),
  item: z.object({ order_id: idShape }),
  refusals: [
    orderRefusals.order_not_found,
    orderRefusals.check_not_awaited,
    orderRefusals.check_in_future,
    orderRefusals.check_number_missing,
    accountRefusals.own_order,
    accountRefusals.refused_while_impersonating,
    billingRefusals.check_short,
    billingRefusals.check_above,
    billingRefusals.payment_paid,
  ],
});
