import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { centsShape, idShape, instantShape, onceHeaders } from '#kit/endpoint/wire.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { orderShape, personShape } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';

/** O10 */
export const unconfirmedOrderShape = z.object({
  order_id: idShape,
  created_at: instantShape,
  /** `pending` while the answer is awaited; `not_charged` once the absence of a charge is certain */
  state: z.enum(['pending', 'not_charged']),
  ended_at: instantShape.nullable(),
  student_id: idShape,
  student: personShape,
  route_id: idShape,
  route: z.string(),
  program_group: z.object({ text: z.string(), path: z.string() }),
  amount_cents: centsShape,
  method: z.object({ brand: z.string(), ident: z.string() }),
});
export type UnconfirmedOrder = z.output<typeof unconfirmedOrderShape>;

export const listUnconfirmedOrders = endpoint({
  name: 'listUnconfirmedOrders',
  summary: 'Checkouts of the family whose payment is being confirmed, and those that ended without a charge',
  method: 'GET',
  path: '/orders/unconfirmed',
  guard: 'account',
  item: unconfirmedOrderShape,
  refusals: [],
});

export const resumeOrder = endpoint({
  name: 'resumeOrder',
  summary:
    'The answer of an earlier POST /order, by its Idempotency-Key or its order; waits while it is paid',
  method: 'POST',
  path: '/order/resume',
  guard: 'account',
  headers: onceHeaders,
  body: z.object({ order_id: idShape.nullish() }),
  item: orderShape,
  refusals: [
    orderRefusals.order_not_found,
    billingRefusals.card_declined,
    billingRefusals.card_insufficient_funds,
    billingRefusals.card_expired,
    billingRefusals.card_wrong_code,
    billingRefusals.payment_action_required,
    billingRefusals.card_needs_confirmation,
    billingRefusals.account_unusable,
    billingRefusals.method_gone,
    billingRefusals.charge_over_limit,
    billingRefusals.payment_over_company_limit,
    billingRefusals.processing_error,
    billingRefusals.payment_unconfirmed,
  ],
});
