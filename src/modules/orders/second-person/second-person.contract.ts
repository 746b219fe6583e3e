import { z } from 'zod';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { pricingRefusals } from '#modules/pricing/pricing.refusals.ts';
import { REFUND_CHANNELS } from '#modules/billing/refunds/refund.states.ts';
import { SECOND_PERSON_KINDS } from '#modules/billing/second-person/second-person.states.ts';
import { listEndpoint } from '#kit/list/list-endpoint.ts';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, centsShape, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { amendmentRefusals } from '#modules/orders/amendments/amendments.refusals.ts';
import { declineShape } from '#modules/orders/decline.shapes.ts';

export const secondPersonRequestShape = z.object({
  id: idShape,
  order_id: idShape,
  payment_id: idShape.nullable(),
  way: z.enum(REFUND_CHANNELS).nullable(),
  check_number: z.string().nullable(),
  ends_order: z.boolean(),
  /** the use of the aid code does not come back with the end of the order (MC11) */
  is_aid_spent: z.boolean(),
  kind: z.enum(SECOND_PERSON_KINDS),
  parent: z.object({ id: idShape, first_name: z.string(), last_name: z.string() }),
  amount_cents: centsShape,
  reason: z.string(),
  asked_by: z.string(),
  asked_at: instantShape,
  days_open: z.number().int(),
  /** null if the reader may approve */
  approve_refused: z.enum(['own_order', 'is_first']).nullable(),
});

export type SecondPersonRequest = z.output<typeof secondPersonRequestShape>;

export const listSecondPersonRequests = listEndpoint({
  name: 'listSecondPersonRequests',
  summary:
    'What staff want to give away above the sum of the company, for a second person to decide, ' +
    'the oldest first (H4)',
  path: '/admin/approvals',
  right: 'money_write',
  isOfPeople: true,
  row: secondPersonRequestShape,
  sorts: { oldest: { keys: ['number'] } },
  filters: {},
});

const decided = z.object({ id: idShape, outcome: z.enum(['approved', 'declined']) });

const deciding = {
  method: 'POST',
  guard: { right: 'money_write' },
  impersonation: 'refused',
  params: byId,
  item: decided,
} as const;

const decidingRefusals = [
  orderRefusals.second_person_not_found,
  orderRefusals.second_person_decided,
  accountRefusals.refused_while_impersonating,
] as const;

export const approveSecondPerson = endpoint({
  ...deciding,
  name: 'approveSecondPerson',
  proof: 'recent',
  summary: 'Approve what a colleague asked for, which is carried out at once (H4)',
  path: '/admin/approvals/:id/approve',
  audits: [
    'second_person.approve',
    'order.refund',
    'order.cancel',
    'refund_request.finish',
    'aid.confirm',
    'aid.decline',
    'payment.edit',
    'payment.receive',
    'payment.split',
    'payment.waive',
    'amendment.apply',
  ],
  refusals: [
    ...decidingRefusals,
    orderRefusals.second_person_is_first,
    accountRefusals.own_order,
    orderRefusals.order_not_found,
    orderRefusals.refund_request_not_found,
    orderRefusals.refund_request_decided,
    orderRefusals.aid_claim_not_found,
    orderRefusals.aid_decided,
    orderRefusals.aid_decline_waits,
    orderRefusals.aid_confirm_waits,
    orderRefusals.aid_method_gone,
    orderRefusals.aid_debits_closed,
    pricingRefusals.charge_too_small,
    billingRefusals.charge_held,
    billingRefusals.charge_declined,
    billingRefusals.charge_unconfirmed,
    billingRefusals.second_person_changed,
    billingRefusals.payment_not_found,
    billingRefusals.second_person_payment_changed,
    billingRefusals.payment_in_flight,
    billingRefusals.payment_processing,
    billingRefusals.payment_paid,
    billingRefusals.payment_cancelled,
    billingRefusals.refund_nothing_left,
    billingRefusals.refund_above_left,
    billingRefusals.refund_above_principal,
    billingRefusals.refund_charge_on_its_way,
    billingRefusals.refund_not_settled,
    billingRefusals.refund_elsewhere,
    billingRefusals.refund_too_old,
    billingRefusals.refund_disputed,
    billingRefusals.refund_returned,
    billingRefusals.refund_received_outside,
    billingRefusals.payments_closed,
    billingRefusals.processor_busy,
    billingRefusals.refund_key_reused,
    billingRefusals.order_being_charged,
    billingRefusals.amendment_refund_short,
    orderRefusals.order_inactive,
    amendmentRefusals.amendment_not_found,
    amendmentRefusals.amendment_not_open,
    amendmentRefusals.amendment_changed,
    amendmentRefusals.amendment_line_full,
    amendmentRefusals.amendment_same_child,
    amendmentRefusals.amendment_aid_open,
  ],
});

export const declineSecondPerson = endpoint({
  ...deciding,
  name: 'declineSecondPerson',
  summary: 'Decline what a colleague asked for, or take back what one has asked for (H4)',
  path: '/admin/approvals/:id/decline',
  audits: ['second_person.decline', 'amendment.withdraw'],
  body: declineShape,
  refusals: [...decidingRefusals, accountRefusals.own_order, amendmentRefusals.amendment_not_open],
});
