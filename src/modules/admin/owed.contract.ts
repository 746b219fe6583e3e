import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { STUCK, UNANSWERED } from '#modules/billing/payment.states.ts';
import { centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';

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
  order_is_active: z.boolean(),
  school: z.object({ path: z.string(), text: z.string() }),
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

export const listOwed = endpoint({
  name: 'listOwed',
  summary: 'Every payment that failed or whose day has passed, the longest owed first, with whom to call',
  method: 'GET',
  path: '/admin/owed',
  guard: 'staff',
  item: owedRowShape,
  refusals: [],
});
