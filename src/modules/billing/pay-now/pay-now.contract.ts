import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { centsShape, dayShape, idShape, onceHeaders } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { pricingRefusals } from '#modules/pricing/pricing.refusals.ts';
import { acceptancesShape } from '#modules/billing/methods/change-methods.contract.ts';
import { tokenShape, typedOrEntered } from '#modules/billing/methods/methods.contract.ts';
import { bankMethodShape, cardShape } from '#modules/billing/methods/methods.shapes.ts';

const wayShape = z.object({
  payment_method_id: idShape,
  brand: z.string(),
  ident: z.string(),
  kind: z.enum(['card', 'bank']),
  surcharge_cents: centsShape,
  total_cents: centsShape,
  /** the bank of the card asks the payer to confirm this payment on screen */
  wants_payer: z.boolean(),
  /** the newest attempt of this payment by this method failed (MP10) */
  was_refused: z.boolean(),
});

export const chargeToComeShape = z.object({
  payment_id: idShape,
  amount_cents: centsShape,
  pay_on: dayShape,
  planned: wayShape.nullable(),
  /** a usable method exists, but a bank refused another method of the family for good (M7) */
  is_held_back: z.boolean(),
  ways: z.array(wayShape),
  new_ways: z.object({ credit_card: centsShape, debit_card: centsShape, bank: centsShape }),
  failed_because: z.string().nullable(),
  /** the family started this payment, and the bank of the card waits for a confirmation */
  waits_for_payer: z.boolean(),
});
export type ChargeToCome = z.output<typeof chargeToComeShape>;

/** The methods that may pay a sum now, with their totals. */
export type ChargeWays = Pick<ChargeToCome, 'amount_cents' | 'ways' | 'new_ways'>;

export type PlannedCharge = Pick<ChargeToCome, 'pay_on' | 'amount_cents' | 'planned'>;

export const listChargesToCome = endpoint({
  name: 'listChargesToCome',
  summary: 'What an order of the family still owes: when, from which method, and the total with its fee',
  method: 'GET',
  path: '/order/:order_id/charges-to-come',
  guard: 'account',
  params: z.object({ order_id: idShape }),
  item: chargeToComeShape,
  refusals: [billingRefusals.payment_not_found],
});

export const payNow = endpoint({
  name: 'payNow',
  summary:
    'Charge a payment of the family now, to the method that it has chosen; once for each Idempotency-Key',
  method: 'POST',
  path: '/order/:order_id/payment/:payment_id/pay-now',
  guard: 'account',
  impersonation: 'refused',
  headers: onceHeaders,
  params: z.object({ order_id: idShape, payment_id: idShape }),
  body: z.object({
    payment_method_id: idShape.nullish(),
    /** S22 */
    cc: typedOrEntered(cardShape, tokenShape).nullish(),
    ach: typedOrEntered(bankMethodShape, tokenShape).nullish(),
    /** without a hash, the present authorization counts (O4) */
    acceptances: acceptancesShape,
    /** the portal charges no other total */
    total_cents: centsShape,
  }),
  item: z.object({
    payment_id: idShape,
    charged_cents: centsShape,
    /** M6 */
    is_processing: z.boolean(),
  }),
  refusals: [
    billingRefusals.payment_not_found,
    billingRefusals.payment_in_flight,
    billingRefusals.pay_now_settled,
    billingRefusals.order_not_active,
    billingRefusals.method_not_found,
    billingRefusals.pay_now_method_refused,
    billingRefusals.method_disputed,
    billingRefusals.family_held,
    billingRefusals.pay_now_sum_changed,
    billingRefusals.pay_now_card_priced_otherwise,
    billingRefusals.method_form_missing,
    billingRefusals.method_verifying,
    billingRefusals.method_unconfirmed,
    billingRefusals.terms_stale,
    billingRefusals.entry_not_found,
    billingRefusals.entry_open,
    billingRefusals.entry_ended,
    accountRefusals.too_many_attempts,
    billingRefusals.card_declined,
    billingRefusals.card_insufficient_funds,
    billingRefusals.card_expired,
    billingRefusals.card_wrong_code,
    billingRefusals.payment_action_required,
    billingRefusals.card_needs_confirmation,
    billingRefusals.account_unusable,
    billingRefusals.method_gone,
    billingRefusals.charge_over_limit,
    billingRefusals.payment_over_company_limit,
    pricingRefusals.charge_too_small,
    billingRefusals.processing_error,
    billingRefusals.number_invalid,
    billingRefusals.sandbox_numbers_only,
    billingRefusals.payments_closed,
    billingRefusals.debits_closed,
    billingRefusals.cards_closed,
    billingRefusals.payments_busy,
    billingRefusals.payment_unconfirmed,
  ],
  secrets: ['cc.number', 'cc.ccid', 'ach.routing_number', 'ach.account_number'],
});

export const confirmAtSandbox = endpoint({
  name: 'confirmAtSandbox',
  summary: "Confirm a payment, or refuse to, at the sandbox's bank; elsewhere the processor's script does so",
  method: 'POST',
  path: '/sandbox/confirmation',
  guard: 'account',
  impersonation: 'refused',
  body: z.object({ client_secret: z.string().max(200), is_confirmed: z.boolean() }),
  item: 'none',
  refusals: [billingRefusals.nothing_to_confirm],
  secrets: ['client_secret'],
});
