import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { email, optionalText, requiredText } from '#kit/rules/fields.ts';
import { onlyWith } from '#kit/endpoint/right.ts';
import { onceHeaders, dayShape, dollarsShape, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { tokenShape, typedOrEntered } from '#modules/billing/methods/methods.contract.ts';
import { bankMethodShape, bankShape, cardShape } from '#modules/billing/methods/methods.shapes.ts';
import {
  invoiceShape,
  PAYMENT_TYPES,
  paymentShape,
  transactionShape,
} from '#modules/billing/billing.contract.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { gradeShape } from '#modules/catalog/catalog.contract.ts';
import { paymentTermShape, signedRouteShape } from '#modules/catalog/routes/routes.contract.ts';
import {
  aidAmountShape,
  cardPriceShape,
  laterShownShape,
  quoteShape,
} from '#modules/pricing/pricing.contract.ts';
import { pricingRefusals } from '#modules/pricing/pricing.refusals.ts';
import { studentRefusals } from '#modules/students/students.refusals.ts';
import { AID_STATES } from './aid.states.ts';
import { appliedAmendmentShape } from './applied-amendment.shapes.ts';
import { orderRefusals } from './orders.refusals.ts';
import { reassignApprovalShape, refundRequestShape, requestWindowsShape } from './order-requests.contract.ts';

/** O1 */
export const contractSelectionShape = z.object({
  program_id: idShape,
  student_id: idShape,
  route_id: idShape,
  payment_term_id: idShape,
  payment_term_type_id: idShape.nullish(),
  addon_ids: z.array(idShape).max(50).default([]),
  pickup_north: optionalText(),
  pickup_cross: optionalText(),
  product_id: idShape.nullish(),
  grade_id: idShape.nullish(),
  special_request: optionalText(8192),
  route_discounts: z
    .array(z.object({ id: idShape, contract_number: requiredText() }))
    .max(10)
    .default([]),
});

export type ContractSelection = z.output<typeof contractSelectionShape>;

export const financialAidShape = z.object({ code: requiredText(20), amount: aidAmountShape });

const paymentType = z.union([z.enum(PAYMENT_TYPES), idShape]);

export const paymentChoiceShape = z.object({
  /** beats cc and ach (O7) */
  payment_method_id: idShape.nullish(),
  payment_type: paymentType.nullish(),
  /** the card price shown; the server refuses a different price before any charge (S5) */
  priced_as: cardPriceShape.nullish(),
  cc: typedOrEntered(cardShape, tokenShape).nullish(),
  ach: typedOrEntered(bankShape, tokenShape).nullish(),
  /** today's method pays later too, even if another method is the default (MP1) */
  is_for_later: z.boolean().nullish(),
  /** the later payments as shown; the server refuses different ones before signing (MP1) */
  later_shown: z.array(laterShownShape).max(100).nullish(),
});

export const acceptanceShape = z.object({
  kind: z.enum(['contract', 'ach', 'surge']),
  /** O4 */
  text_hash: z.string().regex(/^[0-9a-f]{64}$/),
});

export const quoteRequestShape = z.object({
  contract: contractSelectionShape,
  financial_aid: financialAidShape.nullish(),
});

export const placeOrderShape = quoteRequestShape.extend({
  payment: paymentChoiceShape.default({}),
  /** the payer's sign-in, again, before a bank debit (O5) */
  user: z.object({ email: email(), password: z.string().min(6).max(255) }).nullish(),
  quote_hash: optionalText(128),
  acceptances: z.array(acceptanceShape).max(3).nullish(),
});

type Choice = z.output<typeof paymentChoiceShape>;
type Payment = Omit<Choice, 'ach'> & { ach?: Choice['ach'] | z.output<typeof bankMethodShape> };

/** A bank account typed beside an offer may have no phone. */
export type PlaceOrder = Omit<z.output<typeof placeOrderShape>, 'payment'> & { payment: Payment };

export const personShape = z.object({ first_name: z.string(), last_name: z.string() });

/** For staff. */
export const contractNotesShape = z.object({
  notes: z.string().nullable(),
  notes_additional: z.string().nullable(),
});

export type ContractNotes = z.output<typeof contractNotesShape>;

const contractShape = z.object({
  /** null until the first transaction succeeds (O6) */
  contract_number: z.string().nullable(),
  ...contractNotesShape.shape,
  special_request: z.string().nullable(),
  base_contract_cost: dollarsShape,
  created_at: instantShape,
  contract_detail: z.object({
    student: personShape.extend({
      id: idShape,
      parent: personShape.extend({
        id: idShape,
        email: z.string(),
        phone: z.string(),
        user_accounting_customers: z.array(z.object({ customer_number: z.string() })),
      }),
    }),
    program: z.object({ id: idShape, text: z.string(), name: z.string() }),
    program_group: z.object({ id: idShape, text: z.string(), path: z.string(), division_id: idShape }),
    period: z.object({ id: idShape, name: z.string(), text: z.string() }),
    route: signedRouteShape,
    grade: gradeShape.nullable(),
    grade_id: idShape.nullable(),
    payment_term: paymentTermShape,
    route_addons: z.array(
      z.object({ id: idShape, name: z.string(), text: z.string(), amount: dollarsShape }),
    ),
    route_discounts: z.array(
      z.object({ id: idShape, text: z.string(), contract_number: z.string(), amount: dollarsShape }),
    ),
    financial_aid: onlyWith(
      'money',
      z
        .object({
          code: z.string(),
          amount: dollarsShape,
          notes: z.string().nullable(),
          /** A6 */
          state: z.enum(AID_STATES),
          /** nothing is charged before the office confirms the aid */
          is_awaited: z.boolean(),
          reason: z.string().nullable(),
        })
        .nullable(),
    ),
    pickup_north: z.string().nullable(),
    pickup_cross: z.string().nullable(),
    address: z.object({
      address: z.string(),
      apt: z.string().nullable(),
      city: z.string(),
      state: z.string(),
      zip: z.string(),
    }),
  }),
});

export const orderShape = z.object({
  id: idShape,
  created_at: instantShape,
  is_active: z.boolean(),
  _order_total: dollarsShape,
  _order_due: dollarsShape,
  /** the earliest unpaid pay_on; null when fully paid (M2) */
  next_payment_on: onlyWith('money', dayShape.nullable()),
  order_detail: z.object({ product: z.object({ name: z.string() }), contract: contractShape }),
  transactions: onlyWith('money', z.array(transactionShape)),
  payments: onlyWith('money', z.array(paymentShape)),
  invoices: onlyWith('money', z.array(invoiceShape)),
  order_refund_request: onlyWith('money', refundRequestShape.nullable()),
  order_reassign_approval: reassignApprovalShape.nullable(),
  /** null if the family placed the order; after staff, the family accepts the texts separately (H10) */
  staff_placed: z.object({ staff: z.string(), accepted_at: instantShape.nullable() }).nullable(),
  amendments: z.array(appliedAmendmentShape),
  /** an amendment waits for the family's answer */
  is_change_proposed: z.boolean(),
  /** R1 */
  request_windows: requestWindowsShape,
});

export type Order = z.output<typeof orderShape>;

export const placingRefusals = [
  orderRefusals.discount_above_sum,
  accountRefusals.own_order,
  studentRefusals.student_not_found,
  orderRefusals.selection_invalid,
  orderRefusals.program_closed,
  orderRefusals.photo_required,
  ...Object.values(pricingRefusals),
  orderRefusals.sibling_number_mistyped,
  orderRefusals.sibling_number_invalid,
  orderRefusals.aid_code_invalid,
  orderRefusals.aid_amount_awarded,
  orderRefusals.aid_amount_below_floor,
  orderRefusals.too_many_attempts,
] as const;

export const quoteOrder = endpoint({
  name: 'quoteOrder',
  summary: 'The price of a selection: every line for bank and for card, today and on each later date',
  method: 'POST',
  path: '/order/quote',
  guard: 'account',
  preview: 'read',
  body: quoteRequestShape,
  item: quoteShape,
  refusals: placingRefusals,
});

export const placeOrder = endpoint({
  name: 'placeOrder',
  proof: 'of_staff',
  summary: 'Sign the contract and pay what is due today; exactly once for each Idempotency-Key (O3)',
  method: 'POST',
  path: '/order',
  guard: 'account',
  headers: onceHeaders,
  body: placeOrderShape,
  item: orderShape,
  refusals: [
    ...placingRefusals,
    orderRefusals.order_exists,
    orderRefusals.order_by_phone,
    orderRefusals.route_full,
    orderRefusals.quote_stale,
    orderRefusals.card_priced_otherwise,
    orderRefusals.later_changed,
    orderRefusals.text_stale,
    orderRefusals.surge_not_accepted,
    orderRefusals.payer_not_confirmed,
    orderRefusals.payment_required,
    orderRefusals.idempotency_reused,
    billingRefusals.method_not_found,
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
    billingRefusals.processing_error,
    billingRefusals.payments_closed,
    billingRefusals.debits_closed,
    billingRefusals.cards_closed,
    billingRefusals.payments_busy,
    billingRefusals.family_held,
    billingRefusals.charge_held,
    billingRefusals.payment_unconfirmed,
    billingRefusals.sandbox_numbers_only,
    billingRefusals.number_invalid,
    billingRefusals.method_unconfirmed,
    billingRefusals.entry_not_found,
    billingRefusals.entry_open,
    billingRefusals.entry_ended,
    billingRefusals.method_verifying,
    accountRefusals.refused_while_impersonating,
  ],
  secrets: ['payment.cc.number', 'payment.cc.ccid', 'payment.ach.account_number', 'user.password'],
});

export const listOrders = endpoint({
  name: 'listOrders',
  summary: 'The orders of the family whose first transaction succeeded, newest first, or one of them',
  method: 'GET',
  path: '/order/:id?',
  guard: 'account',
  audits: ['order.read'],
  impersonation: 'recorded',
  params: z.object({ id: idShape.optional() }),
  item: orderShape,
  refusals: [orderRefusals.order_not_found],
});
