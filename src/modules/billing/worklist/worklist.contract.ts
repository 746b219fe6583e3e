import { z } from 'zod';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { processorReasonShape } from '#kit/processor-reason.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { RATE_LEVELS, RETURN_CLASSES } from '#modules/billing/payments/return-rates.ts';
import { MATTER_KINDS } from './matter.states.ts';

export const matterShape = z.object({
  kind: z.enum(MATTER_KINDS),
  /** unique within a kind: `refund:12`, or a name of the processor such as `charge:pi_5` */
  subject: z.string(),
  amount_cents: centsShape.nullable(),
  since: dayShape,
  days: z.number().int(),
  due_on: dayShape.nullable(),
  code: z.string().nullable(),
  /** why the processor refused, or why an answer was not believed (MS9) */
  reason: processorReasonShape.nullable(),
  /** an undecided dispute; `link` is the page at the processor, null in the sandbox */
  dispute: z.object({ id: idShape, link: z.string().nullable() }).nullable(),
  /** the earlier order of the child; the later one is the payment's (MC10) */
  other_order_id: idShape.nullable(),
  payment: z.object({ id: idShape, order_id: idShape, payment_number: z.number().int() }).nullable(),
  parent: z.object({ id: idShape, first_name: z.string(), last_name: z.string() }).nullable(),
});
export type Matter = z.output<typeof matterShape>;

export const listMatters = endpoint({
  name: 'listMatters',
  summary: 'What about money wants a person, the oldest first, up to 200 of each kind',
  method: 'GET',
  path: '/admin/money',
  guard: { right: 'money' },
  item: matterShape,
  isOfPeople: true,
  refusals: [],
});

export const returnRateShape = z.object({
  class: z.enum(RETURN_CLASSES),
  returned: z.number().int(),
  debits: z.number().int(),
  /** thousandths of a percent */
  rate: z.number().int(),
  ceiling: z.number().int(),
  level: z.enum(RATE_LEVELS),
});

export const listReturnRates = endpoint({
  name: 'listReturnRates',
  summary: 'The share of debits that came back in the last 60 days, by class, beside the ceiling of each',
  method: 'GET',
  path: '/admin/money/return-rates',
  guard: { right: 'money' },
  item: returnRateShape,
  refusals: [],
});

const named = { kind: z.enum(MATTER_KINDS), subject: requiredText(200) };

const settleMatterShape = z.object({ ...named, done: requiredText(500) });

const acting = {
  method: 'POST',
  guard: { right: 'money_write' },
  impersonation: 'refused',
  item: z.object(named),
  refusals: [billingRefusals.matter_not_found, accountRefusals.refused_while_impersonating],
} as const;

export const settleMatter = endpoint({
  ...acting,
  name: 'settleMatter',
  summary: 'Takes a matter off the worklist, with what was done about it; moves no money',
  path: '/admin/money/settle',
  audits: ['money.settle'],
  body: settleMatterShape,
});

export const releaseCollection = endpoint({
  ...acting,
  name: 'releaseCollection',
  proof: 'recent',
  summary: 'Lets due payments be collected again after the collection has stopped by itself',
  path: '/admin/money/release',
  audits: ['money.release_collection'],
  body: z.object(named),
});

export const readMatterAgain = endpoint({
  ...acting,
  name: 'readMatterAgain',
  summary: 'Has what could not be read at the processor read again at once',
  path: '/admin/money/read-again',
  audits: ['money.read_again'],
  body: z.object(named),
});
