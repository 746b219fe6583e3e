import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Cents } from '#kit/money.ts';
import { bytes, centsColumn, day, instant, rowId, rowRef } from './columns.ts';
import { options, users } from './accounts.ts';
import { programGroups } from './catalog.ts';
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
    userId: rowRef()
      .notNull()
      .references(() => users.id),
    /** null serves every group */
    programGroupId: rowRef().references(() => programGroups.id),
    paymentTypeId: rowRef()
      .notNull()
      .references(() => options.id),
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
  userId: rowRef()
    .notNull()
    .references(() => users.id),
  paymentMethodId: rowRef()
    .notNull()
    .references(() => paymentMethods.id),
  orderId: rowRef().references(() => orders.id),
  textHash: bytes().notNull(),
  ip: text().notNull(),
  userAgent: text().notNull(),
  acceptedAt: instant().notNull(),
  revokedAt: instant(),
});

export const PAYMENT_STATUSES = [
  'scheduled',
  'in_flight',
  'processing',
  'paid',
  'failed',
  'returned',
  'needs_method',
  'cancelled',
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
    orderId: rowRef()
      .notNull()
      .references(() => orders.id),
    paymentNumber: integer().notNull(),
    amountCents: centsColumn().notNull(),
    payOn: day().notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull(),
    attempts: integer().notNull().default(0),
    nextTryOn: day(),
    paidAt: instant(),
    settledAt: instant(),
    refundedCents: centsColumn()
      .notNull()
      .default(sql`0`),
    reference: text(),
    notes: text(),
    version: integer().notNull().default(1),
    /** the fee that it is for; null for what the contract's term asks (S4) */
    congestionFeeId: rowRef().references(() => congestionFees.id),
  },
  (t) => [
    unique('payments_number').on(t.orderId, t.paymentNumber),
    uniqueIndex('one_congestion_payment')
      .on(t.congestionFeeId, t.orderId)
      .where(sql`${t.congestionFeeId} is not null`),
    check('payments_amount', sql`${t.amountCents} > 0`),
    check('payments_refunded', sql`${t.refundedCents} between 0 and ${t.amountCents}`),
    index('payments_due')
      .on(t.payOn)
      .where(sql`${t.status} in ('scheduled', 'failed')`),
  ],
);

/** What an attempt asks for, byte for byte the same however often it is sent. */
export type FrozenCharge = {
  order_id: number;
  customer: string;
  method_ref: string;
  amount_cents: Cents;
  descriptor: string;
};

export const ATTEMPT_STATES = [
  'created',
  'sent',
  'unknown',
  'processing',
  'succeeded',
  'declined',
  'not_found',
  'returned',
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
    paymentId: rowRef()
      .notNull()
      .references(() => payments.id),
    attemptNo: integer().notNull(),
    idemKey: text().notNull().unique(),
    paymentMethodId: rowRef()
      .notNull()
      .references(() => paymentMethods.id),
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
    index('charge_attempts_unresolved')
      .on(t.leaseUntil)
      .where(sql`${t.state} in ('created', 'sent', 'unknown')`),
    check('charge_attempts_amounts', sql`${t.principalCents} > 0 and ${t.surchargeCents} >= 0`),
  ],
);
