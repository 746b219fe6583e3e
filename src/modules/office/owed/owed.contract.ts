import { z } from 'zod';
import { STUCK, UNANSWERED } from '#modules/billing/payment.states.ts';
import { centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';

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
  parent: z.object({ id: idShape, name: z.string() }),
  payment_number: z.number().int(),
  /** without surcharges */
  amount_cents: centsShape,
  /** the day on which it was to be paid */
  owed_since: dayShape,
  days_late: z.number().int(),
  status: z.enum([...UNANSWERED, ...STUCK]),
  /** why the last attempt failed; null when there was none */
  reason: z.string().nullable(),
  next_try_on: dayShape.nullable(),
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
  /** `school`: its path, blank for all */
  filters: { school: searchText },
  sums: { amount_cents: centsShape },
  more: {
    /** by name: every school with an owed payment, and the school asked for */
    schools: z.array(schoolShape),
  },
  refusals: [officeRefusals.school_unknown],
});
export type OwedSort = keyof typeof listOwed.sorts;
export type OwedPage = z.output<typeof listOwed.item>;
