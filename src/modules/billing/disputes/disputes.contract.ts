import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { DISPUTE_STATES } from '#modules/billing/dispute.states.ts';

export const disputeShape = z.object({
  id: idShape,
  payment_id: idShape,
  payment_number: z.number().int(),
  amount_cents: centsShape,
  /** the processor's fee for the dispute; the processor gives back the fee of a won one */
  fee_cents: centsShape,
  state: z.enum(DISPUTE_STATES),
  /** the payer's claim as a code of the processor */
  reason: z.string(),
  opened_on: dayShape,
  /** the last day for an answer; null after the answer */
  due_on: dayShape.nullable(),
  closed_on: dayShape.nullable(),
  link: z.string().nullable(),
});
export type DisputeOfOrder = z.output<typeof disputeShape>;

export const listDisputes = endpoint({
  name: 'listDisputes',
  summary:
    'What payers dispute of an order at their bank, the newest first; none where there is no such order',
  method: 'GET',
  path: '/admin/order/:id/disputes',
  guard: { right: 'money' },
  params: byId,
  item: disputeShape,
  refusals: [],
});
