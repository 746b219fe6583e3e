import { z } from 'zod';
import { centsShape, dayShape } from '#kit/endpoint/wire.ts';
import { choices, days } from '#kit/list/filters.ts';
import { listEndpoint } from '#kit/list/list-endpoint.ts';
import { PAYOUT_STATES } from './processor-books.states.ts';

export const payoutShape = z.object({
  ref: z.string(),
  made_on: dayShape,
  arrives_on: dayShape,
  state: z.enum(PAYOUT_STATES),
  /** the bank's search term for the transfer */
  trace: z.string().nullable(),
  amount_cents: centsShape,
  payments_cents: centsShape,
  fees_cents: centsShape,
  refunds_cents: centsShape,
  disputes_cents: centsShape,
  other_cents: centsShape,
  /** null until the processor has listed the lines */
  adds_up: z.boolean().nullable(),
  /** the payout less the sum of the known lines, and the number of unknown lines */
  missing_cents: centsShape,
  missing_lines: z.number().int(),
});
export type PayoutRow = z.output<typeof payoutShape>;

export const listPayouts = listEndpoint({
  name: 'listPayouts',
  summary: 'A page of what the processor sent to the bank, and whether it adds up (S18)',
  path: '/admin/payouts',
  right: 'money',
  isOfPeople: false,
  row: payoutShape,
  sorts: { newest: { keys: ['text', 'text'] } },
  filters: { state: choices(PAYOUT_STATES), arrives: days() },
});
