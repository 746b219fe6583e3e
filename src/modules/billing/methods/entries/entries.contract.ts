import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { dayShape, idShape, onceHeaders } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { ENTRY_KINDS } from './entry.states.ts';
import { FUNDINGS } from '#modules/billing/methods/funding.states.ts';

const path = '/accounting/payment-methods/entries';

export const enteringRefusals = [
  billingRefusals.card_declined,
  billingRefusals.card_insufficient_funds,
  billingRefusals.card_expired,
  billingRefusals.card_wrong_code,
  billingRefusals.processing_error,
  billingRefusals.number_invalid,
  billingRefusals.payments_closed,
  billingRefusals.method_unconfirmed,
] as const;

export const beginMethodEntry = endpoint({
  name: 'beginMethodEntry',
  summary: "Open the processor's fields for a card or account; once for each Idempotency-Key",
  method: 'POST',
  path,
  guard: 'account',
  impersonation: 'refused',
  headers: onceHeaders,
  body: z.object({
    kind: z.enum(ENTRY_KINDS),
    program_group_id: idShape.nullable(),
  }),
  item: z.object({
    entry_id: idShape,
    /** names the entry in POST /order and in …/add, as `cc: {token}` or `ach: {token}` */
    token: z.string(),
    /** opens the fields in the family's browser, and is never stored */
    client_secret: z.string(),
  }),
  refusals: [
    billingRefusals.fields_are_ours,
    billingRefusals.program_group_unknown,
    billingRefusals.entry_key_reused,
    billingRefusals.entry_ended,
    billingRefusals.processing_error,
    billingRefusals.payments_closed,
    billingRefusals.debits_closed,
    billingRefusals.cards_closed,
    billingRefusals.payments_busy,
    billingRefusals.method_unconfirmed,
    accountRefusals.too_many_attempts,
  ],
});

export const enteredMethodShape = z.object({
  id: idShape,
  brand: z.string(),
  ident: z.string(),
  /** only a credit card pays the card's surcharge (S5) */
  funding: z.enum(FUNDINGS).nullable(),
  /** some states allow less of the surcharge (S5); null if unknown to the processor */
  billing_state: z.string().nullable(),
  state: z.enum(['ready', 'verifying']),
  verify_url: z.string().nullable(),
  arrives_on: dayShape.nullable(),
});
export type EnteredMethod = z.output<typeof enteredMethodShape>;

export const claimMethodEntry = endpoint({
  name: 'claimMethodEntry',
  summary: 'What has been entered: a method that pays by its id, and is saved by the order that it pays',
  method: 'POST',
  path: `${path}/:entry_id/claim`,
  guard: 'account',
  impersonation: 'refused',
  params: z.object({ entry_id: idShape }),
  item: enteredMethodShape,
  refusals: [
    billingRefusals.entry_not_found,
    billingRefusals.entry_open,
    billingRefusals.entry_ended,
    ...enteringRefusals,
  ],
});
