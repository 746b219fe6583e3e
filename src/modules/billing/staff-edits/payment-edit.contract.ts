import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { cents, centsFromDollars } from '#kit/money.ts';
import { changedText, requiredText } from '#kit/rules/fields.ts';
import { amountBetween, decimal } from '#kit/rules/number.ts';
import { centsShape, dayShape, idShape, versionShape } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { paymentShape } from '#modules/billing/billing.contract.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { pricingRefusals } from '#modules/pricing/pricing.refusals.ts';

const place = z.object({ order_id: idShape, payment_id: idShape });

export const RECEIVED_BY = ['paymentTypeCheck', 'paymentTypeCash'] as const;
export type ReceivedBy = (typeof RECEIVED_BY)[number];

const methodShape = z.object({ brand: z.string(), ident: z.string(), kind: z.enum(['card', 'bank']) });

/** The bank can return only a check. */
export const REVERSALS = ['returned_by_bank', 'entered_by_mistake'] as const;
export type ReversalReason = (typeof REVERSALS)[number];

/** Another payment of the same family (MC12). */
const besideShape = paymentShape
  .pick({ id: true, payment_number: true, part_of: true, is_surplus: true, amount: true, pay_on: true })
  .extend({
    order_id: idShape,
    version: versionShape,
    contract_number: z.string().nullable(),
    student: z.string().nullable(),
  });
export type PaymentBeside = z.output<typeof besideShape>;

export const staffPaymentShape = paymentShape.extend({
  order_id: idShape,
  order_is_active: z.boolean(),
  contract_number: z.string().nullable(),
  /** a change names the version, so nobody overwrites the change of someone else (M8) */
  version: versionShape,
  /** `words`: notes and reference only (M8) */
  may_change: z.enum(['everything', 'words', 'nothing']),
  /** what staff entered by hand and can take back (MC9) */
  reversible: z.enum(['check', 'cash', 'waiver']).nullable(),
  /** what the same check has paid too, taken back together with this payment (MC12) */
  same_check: z.array(besideShape),
  /** what else the family owes for all its children, the first due day first (MC12) */
  owed_beside: z.array(besideShape),
  next_try_on: dayShape.nullable(),
  /** `total_cents`: what was tried, its fee included; null if nothing could be charged (MP4) */
  last_failure: z.object({ on: dayShape, reason: z.string(), total_cents: centsShape.nullable() }).nullable(),
  /** the method of the day of the next charge (M5, MC6) */
  method: methodShape.nullable(),
  /** the charge of that day, surcharges included; null without a method */
  charge_cents: centsShape.nullable(),
  /** the charge that staff would make today */
  charge_now: z.object({ method: methodShape, charge_cents: centsShape }).nullable(),
  /** reliability 3.1 */
  earliest: z.object({ other_amount: dayShape, other_day: dayShape }),
  is_due: z.boolean(),
  /** null if staff may charge now */
  charge_refused: z.string().nullable(),
});
export type StaffPayment = z.output<typeof staffPaymentShape>;

export const AMOUNT_MAX = 1_000_000;
const ALSO_MAX = 20;

export const paymentEditShape = z.object({
  version: versionShape,
  /** dollars, without surcharges; never 0: staff waive the rest */
  amount: z
    .number()
    .check(...amountBetween(cents(1), centsFromDollars(AMOUNT_MAX)), decimal(2))
    .optional(),
  pay_on: dayShape.optional(),
  reference: changedText(),
  notes: changedText(8192),
  /** the family reads the reason among the adjustments */
  adjustment_reason: changedText(),
  received_by: z.enum(RECEIVED_BY).nullish(),
  /** dollars that came, by default the full amount; less is a part of the payment (MC12) */
  received: z
    .number()
    .check(...amountBetween(cents(1), centsFromDollars(AMOUNT_MAX)), decimal(2))
    .nullish(),
  /** other payments of the family that the same check or cash pays, in this order (MC12) */
  also: z
    .array(place.extend({ version: versionShape }))
    .max(ALSO_MAX)
    .optional(),
  /** the number of the company's check that refunds what came above all of them (MC12) */
  refund_number: changedText(),
  is_waived: z.boolean().nullish(),
});
export type PaymentEdit = z.output<typeof paymentEditShape>;

export const readPayment = endpoint({
  name: 'readPayment',
  summary: 'One payment of an order as staff see it',
  method: 'GET',
  path: '/order/:order_id/payment/:payment_id',
  guard: { right: 'money' },
  params: place,
  item: staffPaymentShape,
  refusals: [billingRefusals.payment_not_found],
});

export const editPayment = endpoint({
  name: 'editPayment',
  proof: 'recent',
  summary:
    'Change what is owed and when, mark it as received by check or cash, waive it, or write notes (M8, W14)',
  method: 'PUT',
  path: '/order/:order_id/payment/:payment_id',
  guard: { right: 'money_write' },
  audits: ['payment.edit', 'payment.receive', 'payment.split', 'payment.waive', 'second_person.ask'],
  params: place,
  body: paymentEditShape,
  fieldsOf: 'payment',
  item: staffPaymentShape,
  refusals: [
    billingRefusals.payment_not_found,
    billingRefusals.payment_edited,
    accountRefusals.own_order,
    billingRefusals.second_person_asked,
    billingRefusals.second_person_other,
    billingRefusals.second_person_meanwhile,
    billingRefusals.payment_in_flight,
    billingRefusals.payment_processing,
    billingRefusals.payment_paid,
    billingRefusals.payment_cancelled,
    billingRefusals.adjustment_reason_missing,
    pricingRefusals.charge_too_small,
    billingRefusals.amount_below_refunded,
    billingRefusals.check_number_missing,
    billingRefusals.received_too_little,
    billingRefusals.surplus_open,
    billingRefusals.nothing_above_due,
    billingRefusals.other_payment_edited,
    billingRefusals.refund_nothing_left,
    billingRefusals.one_change_at_a_time,
    billingRefusals.pay_on_past,
    billingRefusals.pay_on_too_far,
    billingRefusals.notice_needed,
    billingRefusals.method_exhausted,
    billingRefusals.method_disputed,
    billingRefusals.congestion_too_early,
  ],
});

export const reverseEntryShape = z.object({
  version: versionShape,
  why: z.enum(REVERSALS),
  /** for staff alone: it may name another family */
  reason: requiredText(500),
  /** the new day of the payment; a contract that has ended needs none */
  pay_on: dayShape.nullish(),
});

export const reverseEntry = endpoint({
  name: 'reverseEntry',
  proof: 'recent',
  summary: 'Take back what staff entered by hand: a check or cash received, or a waiver (MC9)',
  method: 'POST',
  path: '/order/:order_id/payment/:payment_id/reverse',
  guard: { right: 'money_write' },
  audits: ['payment.reverse'],
  params: place,
  body: reverseEntryShape,
  fieldsOf: 'payment',
  item: staffPaymentShape,
  refusals: [
    billingRefusals.payment_not_found,
    billingRefusals.payment_edited,
    billingRefusals.other_payment_edited,
    accountRefusals.own_order,
    billingRefusals.nothing_to_reverse,
    billingRefusals.only_checks_are_returned,
    billingRefusals.pay_on_missing,
    billingRefusals.pay_on_past,
    billingRefusals.pay_on_too_far,
    billingRefusals.notice_needed,
    billingRefusals.congestion_too_early,
  ],
});

export const chargePayment = endpoint({
  name: 'chargePayment',
  proof: 'recent',
  summary: 'Try now to collect a payment that is due, once (M7)',
  method: 'POST',
  path: '/order/:order_id/payment/:payment_id/charge',
  guard: { right: 'money_write' },
  audits: ['payment.charge'],
  params: place,
  body: z.object({ version: versionShape }),
  item: staffPaymentShape,
  refusals: [
    billingRefusals.payment_not_found,
    billingRefusals.payment_edited,
    billingRefusals.payment_not_due,
    billingRefusals.order_not_active,
    billingRefusals.method_missing,
    billingRefusals.method_held_back,
    billingRefusals.method_exhausted,
    pricingRefusals.charge_too_small,
    billingRefusals.method_disputed,
    billingRefusals.charge_held,
    billingRefusals.charge_declined,
    billingRefusals.payments_closed,
    billingRefusals.processor_busy,
    billingRefusals.charge_unconfirmed,
  ],
});

export const remindOfPayment = endpoint({
  name: 'remindOfPayment',
  summary: 'Mail the family what it owes and what happens next; once a day (OF1.11)',
  method: 'POST',
  path: '/order/:order_id/payment/:payment_id/reminder',
  guard: { right: 'money_write' },
  audits: ['payment.remind'],
  impersonation: 'refused',
  params: place,
  item: 'none',
  refusals: [
    billingRefusals.payment_not_found,
    billingRefusals.order_not_active,
    billingRefusals.payment_in_flight,
    billingRefusals.payment_processing,
    billingRefusals.payment_paid,
    billingRefusals.payment_cancelled,
    accountRefusals.mailed_today,
  ],
});
