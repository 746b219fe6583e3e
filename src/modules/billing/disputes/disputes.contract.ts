import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { DISPUTE_STATES } from '#modules/billing/dispute.states.ts';

/** A dispute of a charge of an order, as staff see it on the order's page; families see none of it. */
export const disputeShape = z.object({
  id: idShape,
  payment_id: idShape,
  payment_number: z.number().int(),
  amount_cents: centsShape,
  state: z.enum(DISPUTE_STATES),
  /** the processor's word for what the payer says */
  reason: z.string(),
  opened_on: dayShape,
  /** until when it is to be answered; null once it was */
  due_on: dayShape.nullable(),
  closed_on: dayShape.nullable(),
  /** its page at the processor, null in the sandbox */
  link: z.string().nullable(),
});
export type DisputeOfOrder = z.output<typeof disputeShape>;

export const listDisputes = endpoint({
  name: 'listDisputes',
  summary:
    'What payers dispute of an order at their bank, the newest first; none where there is no such order',
  method: 'GET',
  path: '/admin/order/:id/disputes',
  guard: 'staff',
  params: byId,
  item: disputeShape,
  refusals: [],
});
