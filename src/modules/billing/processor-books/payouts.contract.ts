import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { centsShape, dayShape } from '#kit/endpoint/wire.ts';
import { PAYOUT_STATES } from './processor-books.states.ts';

/** Money that the processor sent to the company's bank, and what it is the sum of. */
const payoutShape = z.object({
  ref: z.string(),
  made_on: dayShape,
  arrives_on: dayShape,
  state: z.enum(PAYOUT_STATES),
  /** by which the bank finds it */
  trace: z.string().nullable(),
  amount_cents: centsShape,
  /** what it is the sum of, by class; fees are negative */
  payments_cents: centsShape,
  fees_cents: centsShape,
  refunds_cents: centsShape,
  disputes_cents: centsShape,
  other_cents: centsShape,
  /** null until the processor has said of which lines it is the sum */
  adds_up: z.boolean().nullable(),
  /** what is missing of the sum, or too much; of how many lines nothing is known */
  missing_cents: centsShape,
  missing_lines: z.number().int(),
});
export type PayoutRow = z.output<typeof payoutShape>;

export const listPayouts = endpoint({
  name: 'listPayouts',
  summary: 'What the processor sent to the bank, newest first, up to 400, and whether it adds up (S18)',
  method: 'GET',
  path: '/admin/payouts',
  guard: 'staff',
  item: payoutShape,
  refusals: [],
});
