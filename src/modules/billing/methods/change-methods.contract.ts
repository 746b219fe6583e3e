import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onceHeaders, idShape } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { paymentMethodShape, tokenShape, typedOrEntered } from './methods.contract.ts';
import { bankMethodShape, cardShape } from './methods.shapes.ts';
import { PAYMENT_TYPES } from '#modules/billing/billing.contract.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';

export const GENERAL_USE = 'general';

/** Required on both forms (contracts.md §5); null is general use. */
const programGroup = z.preprocess(
  (sent) => (typeof sent === 'number' ? String(sent) : sent),
  z
    .string()
    .trim()
    .min(1, { abort: true })
    .regex(/^(general|[1-9]\d{0,14})$/)
    .transform((chosen) => (chosen === GENERAL_USE ? null : Number(chosen))),
);

const ofGroup = { program_group_id: programGroup };

/** An absent value accepts the present text (O4). */
export const acceptancesShape = z
  .array(z.object({ kind: z.literal('ach'), text_hash: z.string().regex(/^[0-9a-f]{64}$/) }))
  .max(1)
  .nullish();

export const addMethodShape = z.object({
  is_default: z
    .boolean()
    .nullish()
    .transform((wanted) => wanted ?? false),
  /** key or option id (O7); the filled form implies the type too */
  payment_type: z.union([z.enum(PAYMENT_TYPES), idShape]).nullish(),
  cc: typedOrEntered(cardShape.safeExtend(ofGroup), tokenShape.extend(ofGroup)).nullish(),
  ach: typedOrEntered(bankMethodShape.extend(ofGroup), tokenShape.extend(ofGroup)).nullish(),
  acceptances: acceptancesShape,
});
export type AddMethod = z.output<typeof addMethodShape>;

export const debitTermsShape = z.object({
  /** null is general use */
  program_group_id: idShape.nullable(),
  html: z.string(),
  text_hash: z.string(),
});
export type DebitTerms = z.output<typeof debitTermsShape>;

const path = '/accounting/payment-methods';

export const listDebitTerms = endpoint({
  name: 'listDebitTerms',
  summary: 'What a family authorises by saving a bank account, for each school and for general use',
  method: 'GET',
  path: `${path}/debit-terms`,
  guard: 'account',
  item: debitTermsShape,
  refusals: [],
});

export const addPaymentMethod = endpoint({
  name: 'addPaymentMethod',
  summary: 'Save a card or bank account for a school; once for each Idempotency-Key',
  method: 'POST',
  path: `${path}/add`,
  guard: 'account',
  impersonation: 'refused',
  headers: onceHeaders,
  body: addMethodShape,
  item: paymentMethodShape,
  refusals: [
    billingRefusals.method_form_missing,
    billingRefusals.program_group_unknown,
    billingRefusals.card_declined,
    billingRefusals.card_insufficient_funds,
    billingRefusals.card_expired,
    billingRefusals.card_wrong_code,
    billingRefusals.processing_error,
    billingRefusals.number_invalid,
    billingRefusals.sandbox_numbers_only,
    billingRefusals.terms_stale,
    billingRefusals.payments_closed,
    billingRefusals.method_unconfirmed,
    billingRefusals.method_not_found,
    billingRefusals.entry_not_found,
    billingRefusals.entry_open,
    billingRefusals.entry_ended,
    accountRefusals.too_many_attempts,
  ],
  secrets: ['cc.number', 'cc.ccid', 'ach.routing_number', 'ach.account_number'],
});

export const deletePaymentMethod = endpoint({
  name: 'deletePaymentMethod',
  summary: 'Use a saved method no more; refused while a payment to come has no other (M5)',
  method: 'POST',
  path: `${path}/delete`,
  guard: 'account',
  impersonation: 'refused',
  body: z.object({ id: idShape }),
  item: 'none',
  refusals: [billingRefusals.method_not_found, billingRefusals.method_needed],
});

export const setDefaultPaymentMethod = endpoint({
  name: 'setDefaultPaymentMethod',
  summary: 'Make a saved method the one that pays for its school, or take that mark away',
  method: 'POST',
  path: `${path}/defaultPaymentMethod`,
  guard: 'account',
  impersonation: 'refused',
  errorsAlsoAs: 'del_errors',
  body: z.object({
    data: z.object({
      id: idShape,
      is_default: z.boolean(),
      /** sent by the client and never read: only methods of the caller are allowed (PM) */
      user_id: z.unknown().optional(),
    }),
  }),
  item: paymentMethodShape,
  refusals: [billingRefusals.method_not_found, billingRefusals.method_needed, billingRefusals.card_expired],
});

export const shareCard = endpoint({
  name: 'shareCard',
  summary: 'Use a saved card of one school for every school (MP10)',
  method: 'POST',
  path: `${path}/share`,
  guard: 'account',
  impersonation: 'refused',
  body: z.object({ id: idShape }),
  item: paymentMethodShape,
  refusals: [
    billingRefusals.method_not_found,
    billingRefusals.only_cards_are_shared,
    billingRefusals.general_default_taken,
  ],
});
