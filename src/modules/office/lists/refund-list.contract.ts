import { z } from 'zod';
import { REFUND_CHANNELS } from '#modules/billing/refunds/refund.states.ts';
import { centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { choices, days, ids, names } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { personShape } from './order-list.contract.ts';

/** What became of all parts: one failed part is a failed refund, one open part a refund on its way. */
export const REFUND_LIST_STATES = ['on_its_way', 'done', 'failed'] as const;
export type RefundListState = (typeof REFUND_LIST_STATES)[number];

export const refundListRowShape = z.object({
  id: idShape,
  order_id: idShape,
  contract_number: z.string().nullable(),
  parent: personShape,
  school: z.string(),
  made_on: dayShape,
  amount_cents: centsShape,
  /** the part of the amount that was a card fee */
  surcharge_cents: centsShape,
  way: z.enum(REFUND_CHANNELS),
  reference: z.string().nullable(),
  state: z.enum(REFUND_LIST_STATES),
  reason: z.string(),
  asked_by: z.string().nullable(),
  approved_by: z.string(),
});
export type RefundListRow = z.output<typeof refundListRowShape>;

export const listRefundRows = listEndpoint({
  name: 'listRefundRows',
  summary: 'A page of what was given back of all orders, and the sum of all pages',
  path: '/admin/refunds',
  right: 'money',
  isOfPeople: true,
  row: refundListRowShape,
  sorts: { newest: { keys: ['number'] }, amount: { keys: ['number', 'number'] } },
  filters: {
    search: searchText,
    state: choices(REFUND_LIST_STATES),
    way: choices(REFUND_CHANNELS),
    day: days(),
    school: names(),
    /** who asked or approved */
    by: ids(),
  },
  sums: { amount_cents: centsShape },
  /** everybody who has given back, by name */
  more: { staff: z.array(z.object({ id: idShape, name: z.string() })) },
});
export type RefundListSort = keyof typeof listRefundRows.sorts;
