import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Cents } from '#kit/money.ts';
import { PROCESSORS } from '#modules/billing/processor.states.ts';
import type { ProcessorReason } from '#kit/processor-reason.ts';
import { PAYMENT_STATES, STUCK, UNANSWERED } from '#modules/billing/payment.states.ts';
import {
  ATTEMPT_STATES,
  LIVE_ATTEMPTS,
  UNRESOLVED_ATTEMPTS,
} from '#modules/billing/payments/attempt.states.ts';
import { centsColumn, day, instant, listed, rowId, rowRef } from '#db/tables/columns.ts';
import { congestionFees } from './congestion-fees.ts';
import { contractFinancialAid } from '#db/tables/orders/financial-aid.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { paymentMethods } from './payment-methods.ts';
import { erased, erasedAtEnd, erasureOf, keptFor } from '#db/tables/erasure.ts';

/**
 * A sum that an order owes on a day, without surcharges (M1). Payment 1 is what checkout takes; a
 * sum of 0 has no row.
 */
export const payments = pgTable(
  'payments',
  {
    id: rowId(),
    order_id: rowRef()
      .notNull()
      .references(() => orders.id),
    payment_number: integer().notNull(),
    amount_cents: centsColumn().notNull(),
    pay_on: day().notNull(),
    status: text({ enum: PAYMENT_STATES }).notNull(),
    attempts: integer().notNull().default(0),
    next_try_on: day(),
    paid_at: instant(),
    settled_at: instant(),
    refunded_cents: centsColumn()
      .notNull()
      .default(sql`0`),
    reference: text(),
    notes: text(),
    version: integer().notNull().default(1),
    /** the fee that it is for; null for what the contract's term asks (S4) */
    congestion_fee_id: rowRef().references(() => congestionFees.id),
    /** the declined aid whose difference to the full price it is; null for any other payment (A6) */
    financial_aid_id: rowRef().references(() => contractFinancialAid.id),
    /** the number of the payment of which a check or cash paid this part, or more than was due (MC12) */
    part_of: integer(),
    /** what a check was above all that was due; nobody owes it, and it goes back (MC12) */
    is_surplus: boolean().notNull().default(false),
    /** the first of the payments that one check paid; null where it paid one alone (MC12) */
    check_payment_id: rowRef(),
    /** the method that the family was last told of, as it reads it; null where it was told of none (MP1) */
    notified_method: text(),
    /** what it was last told will be charged, the fee included; null where it was told nothing yet */
    notified_total_cents: centsColumn(),
  },
  (t) => [
    unique('payments_number').on(t.order_id, t.payment_number),
    uniqueIndex('one_congestion_payment')
      .on(t.congestion_fee_id, t.order_id)
      .where(sql`${t.congestion_fee_id} is not null and ${t.part_of} is null`),
    uniqueIndex('one_aid_difference')
      .on(t.financial_aid_id)
      .where(sql`${t.financial_aid_id} is not null`),
    foreignKey({
      name: 'payments_part_of',
      columns: [t.order_id, t.part_of],
      foreignColumns: [t.order_id, t.payment_number],
    }),
    foreignKey({ name: 'payments_check', columns: [t.check_payment_id], foreignColumns: [t.id] }),
    index('payments_above_due')
      .on(t.order_id)
      .where(sql`${t.is_surplus}`),
    check('payments_surplus', sql`not ${t.is_surplus} or ${t.part_of} is not null`),
    index('payments_of_check')
      .on(t.check_payment_id)
      .where(sql`${t.check_payment_id} is not null`),
    check('payments_amount', sql`${t.amount_cents} > 0`),
    check('payments_refunded', sql`${t.refunded_cents} between 0 and ${t.amount_cents}`),
    index('payments_due')
      .on(t.pay_on)
      .where(sql`${t.status} in ${listed(UNANSWERED)}`),
    index('payments_unpaid')
      .on(t.pay_on, t.order_id, t.amount_cents)
      .where(sql`${t.paid_at} is null and ${t.status} <> 'cancelled'`),
    // The orders of the office's list.
    index('payments_by_day').on(t.pay_on, t.id),
    index('payments_by_amount').on(t.amount_cents, t.id),
    index('payments_by_state').on(t.status, t.id),
    index('payments_by_payment').on(sql`coalesce(${t.paid_at}, '-infinity')`, t.id),
    index('payments_reference')
      .on(sql`lower(${t.reference}) text_pattern_ops`)
      .where(sql`${t.reference} is not null`),
    index('payments_congestion')
      .on(t.congestion_fee_id)
      .where(sql`${t.congestion_fee_id} is not null`),
    index('payments_stuck')
      .on(t.next_try_on)
      .where(sql`${t.status} in ${listed(STUCK)}`),
  ],
);

/** What an attempt asks for, byte for byte the same however often it is sent. */
export type FrozenCharge = {
  order_id: number;
  customer: string;
  method_ref: string;
  amount_cents: Cents;
  /** stays with us: on the order's lines and receipts */
  descriptor: string;
} & (ChargeTerms | { kind?: undefined });

/** How it is to be charged; requests that were frozen before there were such terms have none. */
type ChargeTerms = {
  payment_number: number;
  kind: 'card' | 'bank';
  presence: 'here' | 'away';
  /** of a payer at the screen; requests of earlier versions have none */
  return_url?: string;
  /** of a card charged again by the plan of the order */
  usage?: 'installment';
  statement: string;
};

/**
 * One try to collect a payment. The key and the parameters are frozen before anything is sent, so
 * that sending again is byte for byte the same request. At most one attempt of a payment is alive.
 */
export const chargeAttempts = pgTable(
  'charge_attempts',
  {
    id: rowId(),
    payment_id: rowRef()
      .notNull()
      .references(() => payments.id),
    attempt_no: integer().notNull(),
    idem_key: text().notNull().unique(),
    payment_method_id: rowRef()
      .notNull()
      .references(() => paymentMethods.id),
    principal_cents: centsColumn().notNull(),
    surcharge_cents: centsColumn().notNull(),
    /** `[{name, amount_cents}]`, one line a surcharge */
    surcharges: jsonb().$type<{ name: string; amount_cents: number }[]>().notNull(),
    /** the frozen charge request, all but the attempt's own id */
    params: jsonb().$type<FrozenCharge>().notNull(),
    /** who was asked for it; nobody else can give it back */
    processor: text({ enum: PROCESSORS }).notNull(),
    state: text({ enum: ATTEMPT_STATES }).notNull(),
    gateway_ref: text().unique(),
    /** the processor's record of the authorisation that a debit was made under */
    mandate_ref: text(),
    code: text(),
    /** the last refusal of the processor, or why its last answer was not believed (MS9) */
    processor_reason: jsonb().$type<ProcessorReason>(),
    next: text({ enum: ['never', 'later', 'new_method'] }),
    /** the family asked for this charge and chose its method, by Pay now */
    is_by_family: boolean().notNull().default(false),
    first_sent_at: instant(),
    /** a look-up that finds nothing counts only when this is an hour old */
    last_sent_at: instant(),
    lease_until: instant(),
    /** how often the resolver sent it again */
    replays: integer().notNull().default(0),
    created_at: instant().notNull(),
    finished_at: instant(),
  },
  (t) => [
    unique('charge_attempts_number').on(t.payment_id, t.attempt_no),
    uniqueIndex('one_live_attempt')
      .on(t.payment_id)
      .where(sql`${t.state} in ${listed(LIVE_ATTEMPTS)}`),
    index('charge_attempts_unresolved')
      .on(t.lease_until)
      .where(sql`${t.state} in ${listed(UNRESOLVED_ATTEMPTS)}`),
    index('charge_attempts_method').on(t.payment_method_id, t.id),
    index('charge_attempts_returned')
      .on(t.finished_at)
      .where(sql`${t.state} = 'returned'`),
    check('charge_attempts_amounts', sql`${t.principal_cents} > 0 and ${t.surcharge_cents} >= 0`),
  ],
);

export const paymentsErasure = erasureOf(payments, {
  ...keptFor('the books: sums, days and states', [
    'id',
    'order_id',
    'payment_number',
    'amount_cents',
    'pay_on',
    'status',
    'attempts',
    'next_try_on',
    'paid_at',
    'settled_at',
    'refunded_cents',
    'version',
    'congestion_fee_id',
    'financial_aid_id',
    'part_of',
    'is_surplus',
    'check_payment_id',
    'notified_total_cents',
  ]),
  reference: erased(null),
  notes: erased(null),
  notified_method: erasedAtEnd(null),
});

export const chargeAttemptsErasure = erasureOf(
  chargeAttempts,
  keptFor("the books: sums, states, and the processor's names of a charge, which name nobody", [
    'id',
    'payment_id',
    'attempt_no',
    'idem_key',
    'payment_method_id',
    'principal_cents',
    'surcharge_cents',
    'surcharges',
    'params',
    'processor',
    'state',
    'gateway_ref',
    'mandate_ref',
    'code',
    'processor_reason',
    'next',
    'is_by_family',
    'first_sent_at',
    'last_sent_at',
    'lease_until',
    'replays',
    'created_at',
    'finished_at',
  ]),
  { notCopied: ['idem_key', 'gateway_ref', 'lease_until', 'params', 'processor_reason'] },
);
