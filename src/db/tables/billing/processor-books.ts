import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { MOVEMENT_KINDS, PAYOUT_STATES } from '#modules/billing/processor-books/processor-books.states.ts';
import { centsColumn, day, instant } from '#db/tables/columns.ts';

/**
 * The lines of the processor's balance as it last told them, read every night: what the ledger is compared
 * with. Nothing of ours is written because of them but fees, payouts, top-ups and reserves.
 */
export const processorMovements = pgTable(
  'processor_movements',
  {
    /** the processor's */
    id: text().primaryKey(),
    kind: text({ enum: MOVEMENT_KINDS }).notNull(),
    charge_ref: text(),
    refund_ref: text(),
    dispute_ref: text(),
    /** negative has left the balance */
    amount_cents: centsColumn().notNull(),
    /** what the processor has kept of it */
    fee_cents: centsColumn().notNull(),
    /** by the processor's clock */
    at: instant().notNull(),
    /** the payout that it went to the bank in */
    payout_ref: text(),
    /** false while it is on its way, and for ever when it never came */
    is_arrived: boolean().notNull(),
    /** of a charge that this portal has not asked for */
    is_foreign: boolean().notNull(),
    /** when it was read last */
    read_at: instant().notNull(),
  },
  (t) => [
    index('processor_movements_at').on(t.at),
    index('processor_movements_charge').on(t.charge_ref),
    index('processor_movements_payout').on(t.payout_ref),
    index('processor_movements_on_its_way')
      .on(t.at)
      .where(sql`not ${t.is_arrived}`),
  ],
);

/** What the processor has sent to the company's bank. */
export const processorPayouts = pgTable(
  'processor_payouts',
  {
    ref: text().primaryKey(),
    amount_cents: centsColumn().notNull(),
    made_at: instant().notNull(),
    arrives_on: day().notNull(),
    state: text({ enum: PAYOUT_STATES }).notNull(),
    /** by which the bank finds it; null while there is none */
    trace: text(),
    /** of how many movements the processor says that it is the sum; null until it has them all */
    movement_count: integer(),
    read_at: instant().notNull(),
  },
  (t) => [index('processor_payouts_made').on(t.made_at)],
);
