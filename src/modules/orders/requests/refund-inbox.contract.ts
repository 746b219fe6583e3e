import { z } from 'zod';
import { choices, names, seasons } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { idShape, instantShape, byId } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { finishRefundShape, refundRequestShape } from '#modules/orders/order-requests.contract.ts';
import { REQUEST_STATES } from '#modules/orders/request.states.ts';
import { declineShape } from '#modules/orders/decline.shapes.ts';

const requestedOrder = {
  order_id: idShape,
  contract_number: z.string().nullable(),
  parent: z.object({ id: idShape, first_name: z.string(), last_name: z.string() }),
  school: z.string(),
  program: z.string(),
  period: z.string(),
  taken_up_by: z.string().nullable(),
  decided_by: z.string().nullable(),
};

export const REQUEST_KINDS = ['refund', 'reassign'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** An approved reassignment has no state after. */
export const LISTED_STATES = [...REQUEST_STATES, 'approved'] as const;
export type ListedState = (typeof LISTED_STATES)[number];

export const requestRowShape = z.object({
  /** of the refund request; below zero, of the approved reassignment */
  id: z.number().int(),
  kind: z.enum(REQUEST_KINDS),
  ...requestedOrder,
  requested_at: instantShape,
  state: z.enum(LISTED_STATES),
  /** null once it has ended */
  age_days: z.number().int().nullable(),
  /** null of an approved reassignment */
  request: refundRequestShape.nullable(),
});
export type RequestRow = z.output<typeof requestRowShape>;

export const listRequests = listEndpoint({
  name: 'listRequests',
  summary: 'A page of what families request of their contracts: refunds and approved reassignments (R1)',
  path: '/admin/requests',
  right: 'money_write',
  isOfPeople: true,
  row: requestRowShape,
  sorts: { oldest: { keys: ['text', 'number'] }, newest: { keys: ['text', 'number'] } },
  filters: {
    search: searchText,
    kind: choices(REQUEST_KINDS),
    state: choices(LISTED_STATES),
    season: seasons(),
    school: names(),
  },
});
export type RequestSort = keyof typeof listRequests.sorts;

export const refundRequestForStaffShape = z.object({
  id: idShape,
  ...requestedOrder,
  request: refundRequestShape,
  is_order_active: z.boolean(),
  /** the destination of a check: the address in the contract */
  address: z.object({
    address: z.string(),
    apt: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
  }),
  /** attempts refused by the processor */
  tries: z.number().int(),
});

export type RefundRequestForStaff = z.output<typeof refundRequestForStaffShape>;

export const readRefundRequest = endpoint({
  name: 'readRefundRequest',
  summary: 'One refund request with the home address; reading it leaves a row',
  method: 'GET',
  path: '/admin/refund-requests/:id',
  guard: { right: 'money_write' },
  audits: ['order.read'],
  params: byId,
  item: refundRequestForStaffShape,
  refusals: [orderRefusals.refund_request_not_found],
});

const deciding = {
  method: 'POST',
  guard: { right: 'money_write' },
  params: byId,
  item: refundRequestForStaffShape,
} as const;

const decidingRefusals = [
  orderRefusals.refund_request_not_found,
  orderRefusals.refund_request_decided,
] as const;

export const takeUpRefund = endpoint({
  ...deciding,
  name: 'takeUpRefund',
  summary: 'Begin to work on a refund request; the family is told',
  path: '/admin/refund-requests/:id/take-up',
  audits: ['refund_request.take_up'],
  refusals: decidingRefusals,
});

export const finishRefund = endpoint({
  ...deciding,
  name: 'finishRefund',
  summary:
    'Give the money of a request back: by check, to the driver fund, or through the processor; ' +
    'once, however often it is pressed',
  proof: 'recent',
  path: '/admin/refund-requests/:id/finish',
  audits: ['refund_request.finish', 'second_person.ask'],
  body: finishRefundShape,
  refusals: [
    ...decidingRefusals,
    accountRefusals.own_order,
    billingRefusals.second_person_asked,
    billingRefusals.second_person_other,
    billingRefusals.second_person_meanwhile,
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
  ],
});

export const declineRefund = endpoint({
  ...deciding,
  name: 'declineRefund',
  summary: 'Decline a refund request with a reason, which the family reads',
  path: '/admin/refund-requests/:id/decline',
  audits: ['refund_request.decline'],
  body: declineShape,
  refusals: decidingRefusals,
});
