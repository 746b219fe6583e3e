import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { PROCESSORS } from '#modules/billing/processor.states.ts';
import type { ProcessorReason } from '#kit/processor-reason.ts';
import {
  REFUND_CHANNELS,
  REFUND_STATES,
  UNRESOLVED_REFUNDS,
} from '#modules/billing/refunds/refund.states.ts';
import { centsColumn, instant, listed, rowId, rowRef } from '#db/tables/columns.ts';
import { users } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from './billing.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { erased, erasureOf, keptFor } from '#db/tables/erasure.ts';

/**
 * One decision of staff to give money of an order back; its parts are `refunds`, one a payment. The request's
 * key makes it happen once, however often it is sent (I13).
 */
export const orderRefunds = pgTable(
  'order_refunds',
  {
    id: rowId(),
    order_id: rowRef()
      .notNull()
      .references(() => orders.id),
    request_key: text().notNull().unique(),
    /** what was asked for; null for everything that is left */
    asked_cents: centsColumn(),
    /** what its parts come to */
    amount_cents: centsColumn().notNull(),
    /** all that the order has taken is back with it, so card fees are too (R4) */
    is_whole: boolean().notNull(),
    way: text({ enum: REFUND_CHANNELS }).notNull(),
    /** the check's number, or what the driver fund knows it by */
    reference: text(),
    reason: text().notNull(),
    /** who asked for it, where somebody else approved it (H4) */
    asked_by_id: rowRef().references(() => users.id),
    approved_by: rowRef()
      .notNull()
      .references(() => users.id),
    created_at: instant().notNull(),
  },
  (t) => [
    index('order_refunds_order').on(t.order_id),
    index('order_refunds_by_amount').on(t.amount_cents, t.id),
    check('order_refunds_amount', sql`${t.amount_cents} > 0`),
    check('order_refunds_by_another', sql`${t.asked_by_id} <> ${t.approved_by}`),
    check('order_refunds_check_number', sql`${t.way} <> 'check' or ${t.reference} is not null`),
  ],
);

/**
 * What goes back of one payment. The principal of it is reserved in `payments.refunded_cents` from the moment
 * it is written until it has failed. Through the processor it moves like a charge attempt; any other way it
 * has succeeded at once.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: rowId(),
    order_refund_id: rowRef()
      .notNull()
      .references(() => orderRefunds.id),
    payment_id: rowRef()
      .notNull()
      .references(() => payments.id),
    /** the charge that it goes back to; null when the payment was not charged but received */
    charge_attempt_id: rowRef().references(() => chargeAttempts.id),
    /** principal and surcharge together */
    amount_cents: centsColumn().notNull(),
    surcharge_cents: centsColumn().notNull(),
    idem_key: text().notNull().unique(),
    /** the processor's name of the charge; null when it is not asked */
    charge_ref: text(),
    /** who is asked for it; null when nobody is */
    processor: text({ enum: PROCESSORS }),
    state: text({ enum: REFUND_STATES }).notNull(),
    gateway_ref: text().unique(),
    /** why it failed or came back; `balance` while it waits for our balance at the processor */
    code: text(),
    /** the last refusal of the processor, or why its last answer was not believed (MS9) */
    processor_reason: jsonb().$type<ProcessorReason>(),
    first_sent_at: instant(),
    /** a look-up that finds nothing counts only when this is an hour old */
    last_sent_at: instant(),
    lease_until: instant(),
    /** how often the resolver sent it again */
    replays: integer().notNull().default(0),
    created_at: instant().notNull(),
    finished_at: instant(),
    /** when the money that had gone back came back to us */
    bounced_at: instant(),
  },
  (t) => [
    unique('refunds_once').on(t.order_refund_id, t.payment_id),
    index('refunds_payment').on(t.payment_id),
    index('refunds_unresolved')
      .on(t.lease_until)
      .where(sql`${t.state} in ${listed(UNRESOLVED_REFUNDS)}`),
    // What the worklist of money looks through: few of many.
    index('refunds_unfinished')
      .on(t.created_at)
      .where(sql`${t.state} in ('pending', 'failed')`),
    check(
      'refunds_amounts',
      sql`${t.amount_cents} > 0 and ${t.surcharge_cents} between 0 and ${t.amount_cents}`,
    ),
  ],
);

export const orderRefundsErasure = erasureOf(
  orderRefunds,
  {
    ...keptFor('the books: what went back, and who decided', [
      'id',
      'order_id',
      'request_key',
      'asked_cents',
      'amount_cents',
      'is_whole',
      'way',
      'asked_by_id',
      'approved_by',
      'created_at',
    ]),
    // A refund by check has a number, also an erased one.
    reference: erased(sql`case when reference is null then null else '' end`),
    reason: erased(''),
  },
  { notCopied: ['request_key'] },
);

export const refundsErasure = erasureOf(
  refunds,
  keptFor("the books: sums, states, and the processor's names of a refund, which name nobody", [
    'id',
    'order_refund_id',
    'payment_id',
    'charge_attempt_id',
    'amount_cents',
    'surcharge_cents',
    'idem_key',
    'charge_ref',
    'processor',
    'state',
    'gateway_ref',
    'code',
    'processor_reason',
    'first_sent_at',
    'last_sent_at',
    'lease_until',
    'replays',
    'created_at',
    'finished_at',
    'bounced_at',
  ]),
  { notCopied: ['idem_key', 'gateway_ref', 'charge_ref', 'lease_until', 'processor_reason'] },
);
