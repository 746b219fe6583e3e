import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { DISPUTE_STATES, STANDING_DISPUTES } from '#modules/billing/dispute.states.ts';
import { chargeAttempts, payments } from './billing.ts';
import { paymentMethods } from './payment-methods.ts';
import { centsColumn, instant, listed, rowId, rowRef } from '#db/tables/columns.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { erasureOf, keptFor } from '#db/tables/erasure.ts';

/** A charge of a card that its payer takes back through the bank, as the processor last told it. */
export const disputes = pgTable(
  'disputes',
  {
    id: rowId(),
    /** the processor's name of it */
    gateway_ref: text().notNull().unique(),
    order_id: rowRef()
      .notNull()
      .references(() => orders.id),
    payment_id: rowRef()
      .notNull()
      .references(() => payments.id),
    charge_attempt_id: rowRef()
      .notNull()
      .references(() => chargeAttempts.id),
    payment_method_id: rowRef()
      .notNull()
      .references(() => paymentMethods.id),
    amount_cents: centsColumn().notNull(),
    /** what has left our balance for it, and what of that came back */
    withdrawn_cents: centsColumn().notNull(),
    reinstated_cents: centsColumn().notNull(),
    /** what the processor keeps for it */
    fee_cents: centsColumn().notNull(),
    state: text({ enum: DISPUTE_STATES }).notNull(),
    /** the processor's word for a state that the portal has no word for */
    unknown_state: text(),
    /** the processor's word for what the payer says */
    reason: text().notNull(),
    /** until when it can be answered */
    due_at: instant(),
    opened_at: instant().notNull(),
    closed_at: instant(),
  },
  (t) => [
    index('disputes_charge').on(t.charge_attempt_id),
    index('disputes_standing')
      .on(t.order_id)
      .where(sql`${t.state} in ${listed(STANDING_DISPUTES)}`),
    index('disputes_undecided')
      .on(t.opened_at)
      .where(sql`${t.closed_at} is null`),
    check('disputes_amounts', sql`${t.amount_cents} > 0 and ${t.reinstated_cents} <= ${t.withdrawn_cents}`),
  ],
);

export const disputesErasure = erasureOf(
  disputes,
  keptFor("the books: sums, days, and the processor's words", [
    'id',
    'gateway_ref',
    'order_id',
    'payment_id',
    'charge_attempt_id',
    'payment_method_id',
    'amount_cents',
    'withdrawn_cents',
    'reinstated_cents',
    'fee_cents',
    'state',
    'unknown_state',
    'reason',
    'due_at',
    'opened_at',
    'closed_at',
  ]),
  { notCopied: ['gateway_ref'] },
);
