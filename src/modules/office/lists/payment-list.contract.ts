import { z } from 'zod';
import { PAYMENT_STATES } from '#modules/billing/payment.states.ts';
import { centsShape, dayShape, idShape, versionShape } from '#kit/endpoint/wire.ts';
import { amounts, choices, days, ids, names, seasons, words, yesNo } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { personShape } from './order-list.contract.ts';

/** What a payment is for: the price of the contract, a fee, declined aid, or more than was due. */
export const PAYMENT_PURPOSES = ['price', 'fee', 'aid_difference', 'surplus'] as const;

/** How a payment came in. */
export const PAID_BY = ['card', 'bank', 'check', 'cash'] as const;

export const paymentListRowShape = z.object({
  id: idShape,
  order_id: idShape,
  contract_number: z.string().nullable(),
  parent: personShape,
  student: personShape,
  school: z.string(),
  line: z.string(),
  payment_number: z.number().int(),
  payments_count: z.number().int(),
  purpose: z.enum(PAYMENT_PURPOSES),
  pay_on: dayShape,
  amount_cents: centsShape,
  status: z.enum(PAYMENT_STATES),
  /** as the family was last notified; null after the payment, and while nothing is planned */
  method: z.string().nullable(),
  tries: z.number().int(),
  paid_on: dayShape.nullable(),
  settled_on: dayShape.nullable(),
  surcharge_cents: centsShape,
  refunded_cents: centsShape,
  reference: z.string().nullable(),
  /** named by a change, so nobody overwrites the change of someone else (M8) */
  version: versionShape,
});
export type PaymentListRow = z.output<typeof paymentListRowShape>;

export const listPaymentRows = listEndpoint({
  name: 'listPaymentRows',
  summary: 'A page of the payments of all orders, and the sum of all pages',
  path: '/admin/payments',
  right: 'money',
  isOfPeople: true,
  row: paymentListRowShape,
  /** by `paid`, payments that are not paid come last */
  sorts: {
    due_on: { keys: ['text', 'number'] },
    amount: { keys: ['number', 'number'] },
    paid: { keys: ['text', 'number'] },
    state: { keys: ['text', 'number'] },
  },
  filters: {
    search: searchText,
    state: choices(PAYMENT_STATES),
    due_on: days(),
    paid_on: days(),
    school: names(),
    line: ids(),
    season: seasons(),
    purpose: choices(PAYMENT_PURPOSES),
    paid_by: choices(PAID_BY),
    amount: amounts(),
    reference: words(),
    tried: yesNo(),
  },
  sums: { amount_cents: centsShape },
});
export type PaymentListSort = keyof typeof listPaymentRows.sorts;
