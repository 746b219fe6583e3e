import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { routes } from './routes.ts';
import { centsColumn, day, instant, rowId, rowRef } from './columns.ts';

/**
 * A fee that staff raise for a route after the sale, one payment for each contract that had accepted surge
 * pricing. It can be withdrawn until its day comes (S4).
 */
export const congestionFees = pgTable(
  'congestion_fees',
  {
    id: rowId(),
    routeId: rowRef()
      .notNull()
      .references(() => routes.id),
    /** of one contract, without surcharges */
    amountCents: centsColumn().notNull(),
    /** in staff's words, as families read it */
    reason: text().notNull(),
    /** the first day on which anybody is charged; bank accounts may come later (decision 37) */
    chargeOn: day().notNull(),
    /** the press that raised it, so that it counts once */
    requestKey: text().notNull().unique(),
    announcedBy: rowRef()
      .notNull()
      .references(() => users.id),
    /** the notice */
    announcedAt: instant().notNull(),
    withdrawnBy: rowRef().references(() => users.id),
    withdrawnAt: instant(),
  },
  (t) => [
    index('congestion_fees_route').on(t.routeId),
    check('congestion_fees_amount', sql`${t.amountCents} > 0`),
    check('congestion_fees_withdrawn', sql`(${t.withdrawnAt} is null) = (${t.withdrawnBy} is null)`),
  ],
);
