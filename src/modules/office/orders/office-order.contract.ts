import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onlyWith } from '#kit/endpoint/right.ts';
import { byId, centsShape, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { ATTEMPT_STATES } from '#modules/billing/payments/attempt.states.ts';
import { orderRefundShape } from '#modules/billing/refunds/refunds.contract.ts';
import { personShape } from '#modules/office/lists/order-list.contract.ts';
import { amendmentShape } from '#modules/orders/amendments/amendments.contract.ts';
import { ORDER_STATUSES } from '#modules/orders/order.states.ts';
import { orderShape } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';

const guardianShape = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});

/** An attempt to collect a payment, with any outcome. */
export const shownAttemptShape = z.object({
  id: idShape,
  payment_id: idShape,
  at: instantShape,
  /** the fee included */
  amount_cents: centsShape,
  state: z.enum(ATTEMPT_STATES),
  method: z.string(),
});
export type ShownAttempt = z.output<typeof shownAttemptShape>;

export const officeAmendmentShape = amendmentShape.pick({
  id: true,
  number: true,
  state: true,
  changes: true,
  difference_cents: true,
  refund_cents: true,
  reason: true,
  counts_from: true,
  proposed_by: true,
  proposed_at: true,
  ends_at: true,
  answered_at: true,
  answer_reason: true,
  applied_at: true,
  waits_for_approval: true,
});
export type OfficeAmendment = z.output<typeof officeAmendmentShape>;

export const acceptedTextShape = z.object({
  kind: z.enum(['contract', 'ach', 'surge']),
  accepted_at: instantShape,
  /** the member of staff who placed the order; null for the family itself */
  placed_by: z.string().nullable(),
  /** the number of the amendment that brought the text; null for the contract's own */
  amendment: z.number().int().nullable(),
  is_on_paper: z.boolean(),
});
export type AcceptedText = z.output<typeof acceptedTextShape>;

export const officeOrderShape = z.object({
  order: orderShape,
  status: z.enum(ORDER_STATUSES),
  ended_at: instantShape.nullable(),
  /** the offer by which staff sold it */
  offer_id: idShape.nullable(),
  family: personShape,
  /** as on file today; without guardians once the child is removed */
  student: personShape.extend({ phone_home: z.string().nullable(), guardians: z.array(guardianShape) }),
  seats: z.object({
    /** null for no limit */
    capacity: z.number().int().nullable(),
    taken: z.number().int(),
    /** in checkouts, offers and amendments */
    held: z.number().int(),
    waiting: z.number().int(),
    free: z.number().int().nullable(),
  }),
  /** the newest first */
  amendments: z.array(officeAmendmentShape),
  attempts: onlyWith('money', z.array(shownAttemptShape)),
  refunds: onlyWith('money', z.array(orderRefundShape)),
  has_disputes: onlyWith('money', z.boolean()),
  acceptances: z.array(acceptedTextShape),
  refund_request_id: onlyWith('money', idShape.nullable()),
});
export type OfficeOrder = z.output<typeof officeOrderShape>;

export const readOfficeOrder = endpoint({
  name: 'readOfficeOrder',
  summary:
    'One order as the office works on it: contract in force, people, seats, money, acceptances and ' +
    'requests; each read leaves a row in the audit log (OF10.5)',
  method: 'GET',
  path: '/admin/orders/:id',
  guard: { right: 'families' },
  audits: ['order.read'],
  params: byId,
  item: officeOrderShape,
  refusals: [orderRefusals.order_not_found],
});
