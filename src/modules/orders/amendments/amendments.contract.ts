import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, centsShape, dayShape, idShape, instantShape, keyHeaders } from '#kit/endpoint/wire.ts';
import { onceRefusals } from '#kit/endpoint/once.refusals.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { REFUND_CHANNELS } from '#modules/billing/refunds/refund.states.ts';
import { gradeShape } from '#modules/catalog/catalog.contract.ts';
import { pricingRefusals } from '#modules/pricing/pricing.refusals.ts';
import {
  AGREE_BY,
  AMENDMENT_KINDS,
  AMENDMENT_REASON_MAX,
  AMENDMENT_STATES,
} from '#modules/orders/amendment.states.ts';
import { personShape } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { amendmentRefusals } from './amendments.refusals.ts';
import { CHANGED_FIELDS } from '#modules/orders/contract-changes.ts';
import {
  amendmentPreviewShape,
  changedContractShape,
  proposeAmendmentShape,
} from './amendment-request.contract.ts';

const pricedYearShape = z.object({
  lines: z.array(z.object({ text: z.string(), amount_cents: centsShape })),
  year_cents: centsShape,
});

const plannedRowShape = z.object({
  payment_id: idShape.nullable(),
  payment_number: z.number().int().nullable(),
  what: z.enum(['kept', 'changed', 'cancelled', 'new']),
  pay_on_before: dayShape.nullable(),
  pay_on: dayShape.nullable(),
  amount_before_cents: centsShape.nullable(),
  amount_cents: centsShape.nullable(),
  /** the bank account that pays needs notice, so the payment moves to a later day */
  moved_for_notice: z.boolean(),
});

/** In words; null for nothing. */
export const changedFieldShape = z.object({
  field: z.enum(CHANGED_FIELDS),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** OF5.6 */
export const amendmentPlanShape = z.object({
  kind: z.enum(AMENDMENT_KINDS),
  changes: z.array(changedFieldShape),
  before: pricedYearShape,
  after: pricedYearShape,
  /** null where the whole year counts */
  days_left: z.number().int().nullable(),
  days_all: z.number().int().nullable(),
  fee_cents: centsShape,
  difference_cents: centsShape,
  payments: z.array(plannedRowShape),
  refund: z
    .object({
      amount_cents: centsShape,
      surcharge_cents: centsShape,
      way: z.enum(REFUND_CHANNELS),
      parts: z.array(
        z.object({
          payment_id: idShape,
          payment_number: z.number().int(),
          principal_cents: centsShape,
          surcharge_cents: centsShape,
        }),
      ),
    })
    .nullable(),
  not_asked_cents: centsShape,
  hash: z.string(),
});
export type AmendmentPlan = z.output<typeof amendmentPlanShape>;

export const amendmentPreviewPlanShape = amendmentPlanShape.extend({
  seat: z.object({ line: z.string(), free_after: z.number().int().nullable() }).nullable(),
  /** the discount that the new route or term does not have */
  discount_lost: z.string().nullable(),
  /** the refund is above what one person may give back (OF5.11) */
  needs_second_person: z.boolean(),
  /** until when the family could answer a proposal of now */
  ends_at: instantShape,
  /** why this cannot be proposed now */
  refused: z.object({ code: z.string(), sentence: z.string() }).nullable(),
});
export type AmendmentPreview = z.output<typeof amendmentPreviewPlanShape>;

export const amendmentShape = z.object({
  id: idShape,
  order_id: idShape,
  number: z.number().int(),
  kind: z.enum(AMENDMENT_KINDS),
  state: z.enum(AMENDMENT_STATES),
  changes: z.array(changedFieldShape),
  difference_cents: centsShape,
  refund_cents: centsShape,
  reason: z.string(),
  counts_from: dayShape,
  agree_by: z.enum(AGREE_BY),
  proposed_by: z.string(),
  proposed_at: instantShape,
  ends_at: instantShape,
  answered_at: instantShape.nullable(),
  answer_reason: z.string().nullable(),
  applied_at: instantShape.nullable(),
  /** OF5.11 */
  waits_for_approval: z.boolean(),
  /** the contract before the amendment, to prepare the opposite one (OF5.12) */
  contract_before: changedContractShape,
  /** what staff asked for, to propose again what came to nothing (OF9.2); null for others, and once erased */
  request: amendmentPreviewShape.nullable(),
});
export type Amendment = z.output<typeof amendmentShape>;

const termChoiceShape = z.object({
  id: idShape,
  name: z.string(),
  payments: z.number().int(),
  total_cents: centsShape,
  at_signing: z.boolean(),
  today: z.boolean(),
});

const lineChoiceShape = z.object({
  id: idShape,
  name: z.string(),
  /** null for no limit; the seat that the contract has counts as free */
  free: z.number().int().nullable(),
  has_pickup: z.boolean(),
  terms: z.array(termChoiceShape),
  addons: z.array(z.object({ id: idShape, text: z.string(), amount_cents: centsShape })),
  discounts: z.array(z.object({ id: idShape, text: z.string(), is_sibling: z.boolean() })),
});

/** OF5.1, OF5.2 */
export const orderAmendmentsShape = z.object({
  order_id: idShape,
  contract_number: z.string().nullable(),
  student: personShape,
  parent: personShape.extend({ id: idShape }),
  signed_on: dayShape,
  first_day: dayShape,
  last_day: dayShape,
  today: dayShape,
  change_fee_cents: centsShape,
  in_force: z.object({
    contract: changedContractShape,
    route: z.string(),
    program: z.string(),
    grade: z.string().nullable(),
    term: z.string(),
    payments: z.number().int(),
    addons: z.array(z.object({ id: idShape, text: z.string(), amount_cents: centsShape })),
    discount: z.string().nullable(),
    price: pricedYearShape,
  }),
  student_differs: z.boolean(),
  programs: z.array(
    z.object({
      id: idShape,
      text: z.string(),
      grades: z.array(gradeShape),
      lines: z.array(lineChoiceShape),
    }),
  ),
  amendments: z.array(amendmentShape),
  /** null where the page can be used */
  refused: z.string().nullable(),
});
export type OrderAmendments = z.output<typeof orderAmendmentsShape>;

export const readOrderAmendments = endpoint({
  name: 'readOrderAmendments',
  summary: 'The contract in force, what it could become, and its amendments, the newest first (OF5.1)',
  method: 'GET',
  path: '/admin/order/:id/amendments',
  guard: { right: 'money_write' },
  audits: ['order.read'],
  params: byId,
  item: orderAmendmentsShape,
  refusals: [orderRefusals.order_not_found],
});

const planRefusals = [
  orderRefusals.order_not_found,
  orderRefusals.order_inactive,
  orderRefusals.selection_invalid,
  orderRefusals.photo_required,
  orderRefusals.sibling_number_mistyped,
  orderRefusals.sibling_number_invalid,
  orderRefusals.discount_above_sum,
  pricingRefusals.term_no_longer_available,
  pricingRefusals.addon_not_offered,
  accountRefusals.own_order,
  amendmentRefusals.amendment_waits,
  amendmentRefusals.amendment_other_season,
  amendmentRefusals.amendment_day,
  amendmentRefusals.amendment_line_full,
  amendmentRefusals.amendment_same_child,
  amendmentRefusals.amendment_changes_nothing,
  amendmentRefusals.amendment_fee_reason,
  amendmentRefusals.amendment_check_number,
  amendmentRefusals.amendment_aid_open,
  amendmentRefusals.amendment_needs_family,
] as const;

export const moneyRefusals = [
  billingRefusals.order_being_charged,
  billingRefusals.amendment_refund_short,
  billingRefusals.refund_nothing_left,
  billingRefusals.refund_above_left,
  billingRefusals.refund_above_principal,
  billingRefusals.refund_charge_on_its_way,
  billingRefusals.refund_not_settled,
  billingRefusals.refund_elsewhere,
  billingRefusals.refund_too_old,
  billingRefusals.refund_disputed,
  billingRefusals.refund_returned,
  billingRefusals.refund_received_outside,
] as const;

export const previewAmendment = endpoint({
  name: 'previewAmendment',
  summary: 'What a change of a contract would mean in money, dates, seats and papers; writes nothing (OF5.6)',
  method: 'POST',
  path: '/admin/order/:id/amendments/preview',
  guard: { right: 'money_write' },
  params: byId,
  body: amendmentPreviewShape,
  item: amendmentPreviewPlanShape,
  refusals: [...planRefusals, ...moneyRefusals],
});

export const proposeAmendment = endpoint({
  name: 'proposeAmendment',
  summary:
    'Propose a change of a contract to the family; a change of details alone is applied at once. Exactly ' +
    'once for each Idempotency-Key (OF5.7)',
  method: 'POST',
  proof: 'recent',
  path: '/admin/order/:id/amendments',
  guard: { right: 'money_write' },
  audits: ['amendment.propose', 'amendment.apply', 'second_person.ask'],
  impersonation: 'refused',
  params: byId,
  headers: keyHeaders,
  body: proposeAmendmentShape,
  item: amendmentShape,
  refusals: [
    ...planRefusals,
    ...moneyRefusals,
    amendmentRefusals.amendment_changed,
    onceRefusals.once_key_reused,
    accountRefusals.refused_while_impersonating,
  ],
});

export const withdrawAmendment = endpoint({
  name: 'withdrawAmendment',
  summary: 'Withdraw an amendment that waits; the family is mailed, and the seat is free at once (OF5.12)',
  method: 'POST',
  path: '/admin/amendments/:id/withdraw',
  guard: { right: 'money_write' },
  audits: ['amendment.withdraw'],
  impersonation: 'refused',
  params: byId,
  body: z.object({ reason: requiredText(AMENDMENT_REASON_MAX) }),
  item: amendmentShape,
  refusals: [
    amendmentRefusals.amendment_not_found,
    amendmentRefusals.amendment_not_open,
    accountRefusals.own_order,
    accountRefusals.refused_while_impersonating,
  ],
});
