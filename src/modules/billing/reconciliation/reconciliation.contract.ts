import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, centsShape, dayShape, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { DIFFERENCE_CLASSES, DIFFERENCE_KINDS } from './difference.states.ts';

const differenceShape = z.object({
  id: idShape,
  kind: z.enum(DIFFERENCE_KINDS),
  class: z.enum(DIFFERENCE_CLASSES),
  ref: z.string(),
  ours_cents: centsShape,
  theirs_cents: centsShape,
  order_id: idShape.nullable(),
  happened_on: dayShape,
  days_open: z.number().int(),
  /** true for a charge, refund or dispute */
  can_take_in: z.boolean(),
  /** a refund made by hand at the processor can be recorded on an order (S25) */
  can_record: z.boolean(),
  taken_in_at: instantShape.nullable(),
  gone_on: dayShape.nullable(),
  explained_on: dayShape.nullable(),
  explained_by: z.string().nullable(),
  explanation: z.string().nullable(),
});
export type Difference = z.output<typeof differenceShape>;

const runShape = z.object({
  ended_at: instantShape,
  is_whole: z.boolean(),
  ledger_cents: centsShape.nullable(),
  balance_cents: centsShape.nullable(),
  on_its_way_cents: centsShape.nullable(),
});

export const readReconciliation = endpoint({
  name: 'readReconciliation',
  summary: 'The newest comparison of the ledger with the processor, and what differs, the oldest first (S18)',
  method: 'GET',
  path: '/admin/reconciliation',
  guard: { right: 'money' },
  item: z.object({
    run: runShape.nullable(),
    /** the number of all open differences, and the sum of theirs less ours */
    open_count: z.number().int(),
    open_cents: centsShape,
    open: z.array(differenceShape),
    /** the newest 200 explained or gone within a month */
    closed: z.array(differenceShape),
  }),
  refusals: [],
});

/** `still`: the sides differ; `absent`: unknown to the processor; `unread`: no answer. */
export const TAKE_IN_RESULTS = ['gone', 'still', 'absent', 'unread'] as const;
export type TakeInResult = (typeof TAKE_IN_RESULTS)[number];

export const takeInDifference = endpoint({
  name: 'takeInDifference',
  summary:
    'Ask the processor again about the charge, refund or dispute of a difference, and book its result (S18)',
  method: 'POST',
  path: '/admin/reconciliation/differences/:id/take-in',
  guard: { right: 'money_write' },
  audits: ['difference.take_in'],
  impersonation: 'refused',
  params: byId,
  item: z.object({ result: z.enum(TAKE_IN_RESULTS) }),
  refusals: [
    billingRefusals.difference_not_found,
    billingRefusals.difference_not_taken_in,
    accountRefusals.refused_while_impersonating,
  ],
});

const explainShape = z.object({ explanation: requiredText(500) });

export const explainDifference = endpoint({
  name: 'explainDifference',
  summary: 'Note why the books differ in one thing, so that it counts as open no more (S18)',
  method: 'POST',
  path: '/admin/reconciliation/differences/:id/explain',
  guard: { right: 'money_write' },
  audits: ['difference.explain'],
  impersonation: 'refused',
  params: byId,
  body: explainShape,
  item: z.object({ id: idShape }),
  refusals: [
    billingRefusals.difference_not_found,
    billingRefusals.difference_closed,
    accountRefusals.refused_while_impersonating,
  ],
});
