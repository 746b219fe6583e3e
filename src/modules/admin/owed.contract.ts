import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { STUCK, UNANSWERED } from '#modules/billing/payment.states.ts';
import { centsShape, cursorShape, dayShape, idShape, PAGE_SIZE } from '#kit/endpoint/wire.ts';
import { adminRefusals } from './admin.refusals.ts';

export const OWED_SORTS = ['since', 'amount', 'next', 'parent'] as const;
export type OwedSort = (typeof OWED_SORTS)[number];

/** How many rows a page may have: for a file, which wants all of them. */
export const LARGEST_OWED_PAGE = 500;

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

export const owedPageShape = z.object({
  rows: z.array(owedRowShape),
  /** of the school that was asked for, on all pages */
  total: z.number().int(),
  total_cents: centsShape,
  /** by their names: every one of which something is owed, and the one that was asked for */
  schools: z.array(schoolShape),
  next: z.string().nullable(),
});
export type OwedPage = z.output<typeof owedPageShape>;

export const listOwed = endpoint({
  name: 'listOwed',
  summary:
    'A page of the payments that failed or whose day has passed, of one school or of all, with whom to ' +
    'call, and the sum of all of them',
  method: 'GET',
  path: '/admin/owed',
  guard: { right: 'money' },
  /** `school`: its path, blank for all; `sort`: what will not be tried again is first by its next try */
  query: z.object({
    school: z.string().trim().max(100).default(''),
    sort: z.enum(OWED_SORTS).default('since'),
    after: cursorShape,
    limit: z.coerce.number().int().min(1).max(LARGEST_OWED_PAGE).default(PAGE_SIZE),
  }),
  item: owedPageShape,
  refusals: [adminRefusals.cursor_unknown, adminRefusals.school_unknown],
});
