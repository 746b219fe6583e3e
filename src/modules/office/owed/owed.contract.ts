import { z } from 'zod';
import { STUCK, UNANSWERED } from '#modules/billing/payment.states.ts';
import { centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { choices, ids, names, numbers, seasons, yesNo } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';

/** Of a payment that is owed. */
export const OWED_STATES = [...UNANSWERED, ...STUCK] as const;

const schoolShape = z.object({ path: z.string(), text: z.string() });

const contactShape = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});

/** One payment that should have come in and did not. */
export const owedRowShape = z.object({
  payment_id: idShape,
  order_id: idShape,
  contract_number: z.string().nullable(),
  school: schoolShape,
  program: z.string(),
  line: z.string(),
  parent: z.object({ id: idShape, name: z.string() }),
  payment_number: z.number().int(),
  /** without surcharges */
  amount_cents: centsShape,
  /** the day on which it was to be paid */
  owed_since: dayShape,
  days_late: z.number().int(),
  status: z.enum(OWED_STATES),
  /** why the last attempt failed; null when there was none */
  reason: z.string().nullable(),
  next_try_on: dayShape.nullable(),
  /** by which the payment will be tried, as the family was last notified */
  method: z.string().nullable(),
  /** nothing happens by itself any more (M7) */
  is_past_due: z.boolean(),
  /** as the family keeps them today: one or two */
  guardians: z.array(contactShape),
});
export type OwedRow = z.output<typeof owedRowShape>;

const text = ['text', 'number'] as const;

export const listOwed = listEndpoint({
  name: 'listOwed',
  summary:
    'A page of the payments that failed or whose day has passed, of one school or of all, with whom to ' +
    'call, and the sum of all of them',
  path: '/admin/owed',
  right: 'money',
  isOfPeople: true,
  row: owedRowShape,
  /** by `next`, a payment without a next try is first */
  sorts: {
    since: { keys: text },
    amount: { keys: ['number', 'number'] },
    next: { keys: text },
    parent: { keys: text },
  },
  filters: {
    search: searchText,
    school: names(),
    line: ids(),
    season: seasons(),
    days_late: numbers(),
    past_due: yesNo(),
    state: choices(OWED_STATES),
  },
  sums: { amount_cents: centsShape },
});
export type OwedSort = keyof typeof listOwed.sorts;
export type OwedPage = z.output<typeof listOwed.item>;
