import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onceRefusals } from '#kit/endpoint/once.refusals.ts';
import { byId, centsShape, dayShape, idShape, keyHeaders } from '#kit/endpoint/wire.ts';
import { REFUND_CHANNELS } from '#modules/billing/refunds/refund.states.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { ORDER_STATUSES } from '#modules/orders/order.states.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { endContractShape, previewEndingShape } from './end-contract.shapes.ts';
import { refundOrder } from './refund-order.contract.ts';

const childShape = z.object({ first_name: z.string(), last_name: z.string() });

export const endingShape = z.object({
  /** unpaid payments that are canceled */
  canceled: z.array(
    z.object({ payment_number: z.number().int(), pay_on: dayShape, amount_cents: centsShape }),
  ),
  line: z.string(),
  /** the waiting child to which the seat is offered; null if nobody waits or nothing is sold now */
  next_child: childShape.nullable(),
  /** contracts with a discount for this one; the discounts stay */
  siblings: z.array(childShape.extend({ contract_number: z.string().nullable() })),
  refund: z
    .object({
      way: z.enum(REFUND_CHANNELS),
      /** card fees included */
      amount_cents: centsShape,
      parts: z.array(
        z.object({
          payment_number: z.number().int(),
          principal_cents: centsShape,
          surcharge_cents: centsShape,
        }),
      ),
    })
    .nullable(),
  /** the refund is above the sum of a single person (H4) */
  needs_second_person: z.boolean(),
  /** between these days is the last day of the contract */
  first_day: dayShape,
  last_day: dayShape,
  /** the reason against the end; null without one */
  refused: z.string().nullable(),
  hash: z.string(),
});
export type Ending = z.output<typeof endingShape>;

export const previewEnding = endpoint({
  name: 'previewEnding',
  summary: 'What the end of a contract would do to payments, seat, waiting children and siblings (OF10.6)',
  method: 'POST',
  path: '/admin/orders/:id/end/preview',
  guard: { right: 'money_write' },
  params: byId,
  body: previewEndingShape,
  item: endingShape,
  refusals: [orderRefusals.order_not_found],
});

export const endContract = endpoint({
  name: 'endContract',
  summary:
    'End a contract as previewed: unpaid payments canceled, the seat free, money given back by choice; ' +
    'exactly once for each Idempotency-Key (OF10.6, M11, R4)',
  method: 'POST',
  proof: 'recent',
  path: '/admin/orders/:id/end',
  guard: { right: 'money_write' },
  audits: ['order.cancel', 'order.refund', 'second_person.ask'],
  impersonation: 'refused',
  params: byId,
  headers: keyHeaders,
  body: endContractShape,
  item: z.object({ order_id: idShape, status: z.enum(ORDER_STATUSES) }),
  refusals: [
    ...refundOrder.refusals,
    orderRefusals.order_inactive,
    orderRefusals.ending_day,
    catalogRefusals.effects_changed,
    onceRefusals.once_key_reused,
  ],
});
