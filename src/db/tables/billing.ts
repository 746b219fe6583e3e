import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Cents } from '#kit/money.ts';
import { bytes, centsColumn, day, instant, rowId, rowRef } from './columns.ts';
import { options, users } from './accounts.ts';
import { programGroups } from './catalogue.ts';
import { congestionFees } from './congestion-fees.ts';
import { orders } from './orders.ts';

/**
 * A saved card or bank account: the processor's token and what a person needs to recognise it.
 * Numbers and security codes are never here (PM).
 */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: rowId(),
    userId: rowRef().notNull().references(() => users.id),
    /** null serves every group */
    programGroupId: rowRef().references(() => programGroups.id),
    paymentTypeId: rowRef().notNull().references(() => options.id),
    /** holder's name */
    name: text().notNull(),
    brand: text().notNull(),
    last4: text('last_4').notNull(),
    expMonth: integer(),
    expYear: integer(),
    gatewayRef: text().notNull().unique(),
    gatewayCustomer: text().notNull(),
    isDefault: boolean().notNull().default(false),
    isActive: boolean().notNull().default(true),
    createdAt: instant().notNull(),
    deactivatedAt: instant(),
  },
  (t) => [
    index('payment_methods_user').on(t.userId),
    uniqueIndex('one_default_method')
      .on(t.userId, sql`coalesce(${t.programGroupId}, 0)`)
      .where(sql`${t.isDefault} and ${t.isActive}`),
  ],
);

/** A family's authorisation to debit a bank account, with what they saw and how they proved who they are. */
export const mandates = pgTable('mandates', {
  id: rowId(),
  userId: rowRef().notNull().references(() => users.id),
  paymentMethodId: rowRef().notNull().references(() => paymentMethods.id),
  orderId: rowRef().references(() => orders.id),
  textHash: bytes().notNull(),
  ip: text().notNull(),
  userAgent: text().notNull(),
  acceptedAt: instant().notNull(),
  revokedAt: instant(),
});

export const PAYMENT_STATUSES = [
  'scheduled', 'in_flight', 'processing', 'paid', 'failed', 'returned', 'needs_method', 'cancelled',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * A sum that an order owes on a day, without surcharges (M1). Payment 1 is what checkout takes; a
 * sum of 0 has no row.
 */
export const payments = pgTable(
  'payments',
  {
    id: rowId(),
    orderId: rowRef().notNull().references(() => orders.id),
    paymentNumber: integer().notNull(),
    amountCents: centsColumn().notNull(),
    payOn: day().notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull(),
    attempts: integer().notNull().default(0),
    nextTryOn: day(),
    paidAt: instant(),
    settledAt: instant(),
    refundedCents: centsColumn().notNull().default(sql`0`),
    reference: text(),
    notes: text(),
    version: integer().notNull().default(1),
    /** the fee that it is for; null for what the contract's term asks (S4) */
    congestionFeeId: rowRef().references(() => congestionFees.id),
  },
  (t) => [
    unique('payments_number').on(t.orderId, t.paymentNumber),
    uniqueIndex('one_congestion_payment').on(t.congestionFeeId, t.orderId).where(sql`${t.congestionFeeId} is not null`),
    check('payments_amount', sql`${t.amountCents} > 0`),
    check('payments_refunded', sql`${t.refundedCents} between 0 and ${t.amountCents}`),
    index('payments_due').on(t.payOn).where(sql`${t.status} in ('scheduled', 'failed')`),
  ],
);

/** What an attempt asks for, byte for byte the same however often it is sent. */
export type FrozenCharge = { order_id: number; customer: string; method_ref: string; amount_cents: Cents; descriptor: string };

export const ATTEMPT_STATES = [
  'created', 'sent', 'unknown', 'processing', 'succeeded', 'declined', 'not_found', 'returned',
] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/**
 * One try to collect a payment. The key and the parameters are frozen before anything is sent, so
 * that sending again is byte for byte the same request. At most one attempt of a payment is alive.
 */
export const chargeAttempts = pgTable(
  'charge_attempts',
  {
    id: rowId(),
    paymentId: rowRef().notNull().references(() => payments.id),
    attemptNo: integer().notNull(),
    idemKey: text().notNull().unique(),
    paymentMethodId: rowRef().notNull().references(() => paymentMethods.id),
    principalCents: centsColumn().notNull(),
    surchargeCents: centsColumn().notNull(),
    /** `[{name, amount_cents}]`, one line a surcharge */
    surcharges: jsonb().$type<{ name: string; amount_cents: number }[]>().notNull(),
    /** the frozen charge request, all but the attempt's own id */
    params: jsonb().$type<FrozenCharge>().notNull(),
    state: text({ enum: ATTEMPT_STATES }).notNull(),
    gatewayRef: text().unique(),
    code: text(),
    next: text({ enum: ['never', 'later', 'new_method'] }),
    firstSentAt: instant(),
    /** a look-up that finds nothing counts only when this is an hour old */
    lastSentAt: instant(),
    leaseUntil: instant(),
    /** how often the resolver sent it again */
    replays: integer().notNull().default(0),
    createdAt: instant().notNull(),
    finishedAt: instant(),
  },
  (t) => [
    unique('charge_attempts_number').on(t.paymentId, t.attemptNo),
    uniqueIndex('one_live_attempt')
      .on(t.paymentId)
      .where(sql`${t.state} in ('created', 'sent', 'unknown', 'processing', 'succeeded')`),
    index('charge_attempts_unresolved').on(t.leaseUntil).where(sql`${t.state} in ('created', 'sent', 'unknown')`),
    check('charge_attempts_amounts', sql`${t.principalCents} > 0 and ${t.surchargeCents} >= 0`),
  ],
);

export const REFUND_WAYS = ['processor', 'check', 'driver_fund'] as const;
export type RefundWay = (typeof REFUND_WAYS)[number];

/**
 * One decision of staff to give money of an order back; its parts are `refunds`, one a payment. The request's
 * key makes it happen once, however often it is sent (I13).
 */
export const orderRefunds = pgTable(
  'order_refunds',
  {
    id: rowId(),
    orderId: rowRef().notNull().references(() => orders.id),
    requestKey: text().notNull().unique(),
    /** what was asked for; null for everything that is left */
    askedCents: centsColumn(),
    /** what its parts come to */
    amountCents: centsColumn().notNull(),
    /** all that the order has taken is back with it, so card fees are too (R4) */
    isWhole: boolean().notNull(),
    way: text({ enum: REFUND_WAYS }).notNull(),
    /** the check's number, or what the driver fund knows it by */
    reference: text(),
    reason: text().notNull(),
    approvedBy: rowRef().notNull().references(() => users.id),
    createdAt: instant().notNull(),
  },
  (t) => [
    index('order_refunds_order').on(t.orderId),
    check('order_refunds_amount', sql`${t.amountCents} > 0`),
    check('order_refunds_check_number', sql`${t.way} <> 'check' or ${t.reference} is not null`),
  ],
);

export const REFUND_STATES = ['created', 'sent', 'unknown', 'succeeded', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/**
 * What goes back of one payment. The principal of it is reserved in `payments.refunded_cents` from the moment it is
 * written until it has failed. Through the processor it moves like a charge attempt; any other way it has succeeded at once.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: rowId(),
    orderRefundId: rowRef().notNull().references(() => orderRefunds.id),
    paymentId: rowRef().notNull().references(() => payments.id),
    /** the charge that it goes back to; null when the payment was not charged but received */
    chargeAttemptId: rowRef().references(() => chargeAttempts.id),
    /** principal and surcharge together */
    amountCents: centsColumn().notNull(),
    surchargeCents: centsColumn().notNull(),
    idemKey: text().notNull().unique(),
    /** the processor's name of the charge; null when it is not asked */
    chargeRef: text(),
    state: text({ enum: REFUND_STATES }).notNull(),
    gatewayRef: text().unique(),
    /** why it failed */
    code: text(),
    firstSentAt: instant(),
    /** a look-up that finds nothing counts only when this is an hour old */
    lastSentAt: instant(),
    leaseUntil: instant(),
    /** how often the resolver sent it again */
    replays: integer().notNull().default(0),
    createdAt: instant().notNull(),
    finishedAt: instant(),
  },
  (t) => [
    unique('refunds_once').on(t.orderRefundId, t.paymentId),
    index('refunds_payment').on(t.paymentId),
    index('refunds_unresolved').on(t.leaseUntil).where(sql`${t.state} in ('created', 'sent', 'unknown')`),
    check('refunds_amounts', sql`${t.amountCents} > 0 and ${t.surchargeCents} between 0 and ${t.amountCents}`),
  ],
);

/** One bill for one charge (M9). */
export const invoices = pgTable(
  'invoices',
  {
    id: rowId(),
    orderId: rowRef().notNull().references(() => orders.id),
    /** null for the bill of an order that is free of charge */
    chargeAttemptId: rowRef().unique().references(() => chargeAttempts.id),
    description: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index('invoices_order').on(t.orderId)],
);

/**
 * A line of money that moved, or failed to: principal first, then a line a surcharge (M3). Rows
 * are only ever added; a bank return is a reversing line (M6).
 */
export const transactions = pgTable(
  'transactions',
  {
    id: rowId(),
    orderId: rowRef().notNull().references(() => orders.id),
    paymentId: rowRef().references(() => payments.id),
    chargeAttemptId: rowRef().references(() => chargeAttempts.id),
    userAccountingInvoiceId: rowRef().references(() => invoices.id),
    paymentTypeId: rowRef().notNull().references(() => options.id),
    paymentMethodId: rowRef().references(() => paymentMethods.id),
    isSuccess: boolean().notNull(),
    /** money back to the customer */
    isCredit: boolean().notNull().default(false),
    /** by staff's hand */
    isAdjustment: boolean().notNull().default(false),
    description: text().notNull(),
    /** `Payment surcharge` marks surcharges */
    descriptionDetail: text(),
    quantity: integer().notNull().default(1),
    valueCents: centsColumn().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index('transactions_order').on(t.orderId), index('transactions_attempt').on(t.chargeAttemptId)],
);

/** One event of the ledger; `(kind, ref)` makes it happen once (I2, I12). */
export const journal = pgTable(
  'journal',
  {
    id: rowId(),
    kind: text().notNull(),
    ref: text().notNull(),
    orderId: rowRef().references(() => orders.id),
    at: instant().notNull(),
  },
  (t) => [unique('journal_once').on(t.kind, t.ref)],
);

/** The two or more sides of a journal row; a deferred trigger holds their sum at zero (I2). */
export const postings = pgTable(
  'postings',
  {
    id: rowId(),
    journalId: rowRef().notNull().references(() => journal.id),
    account: text().notNull(),
    amountCents: centsColumn().notNull(),
  },
  (t) => [index('postings_journal').on(t.journalId), index('postings_account').on(t.account)],
);
