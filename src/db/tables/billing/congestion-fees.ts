import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { centsColumn, day, instant, rowId, rowRef } from '#db/tables/columns.ts';

/**
 * A fee that staff raise for a route after the sale, one payment for each contract that had accepted surge
 * pricing. It can be withdrawn until its day comes (S4).
 */
export const congestionFees = pgTable(
  'congestion_fees',
  {
    id: rowId(),
    route_id: rowRef()
      .notNull()
      .references(() => routes.id),
    /** of one contract, without surcharges */
    amount_cents: centsColumn().notNull(),
    /** in staff's words, as families read it */
    reason: text().notNull(),
    /** the first day on which anybody is charged; bank accounts may come later (decision 37) */
    charge_on: day().notNull(),
    /** the press that raised it, so that it counts once */
    request_key: text().notNull().unique(),
    announced_by: rowRef()
      .notNull()
      .references(() => users.id),
    /** the notice */
    announced_at: instant().notNull(),
    withdrawn_by: rowRef().references(() => users.id),
    withdrawn_at: instant(),
  },
  (t) => [
    index('congestion_fees_route').on(t.route_id),
    check('congestion_fees_amount', sql`${t.amount_cents} > 0`),
    check('congestion_fees_withdrawn', sql`(${t.withdrawn_at} is null) = (${t.withdrawn_by} is null)`),
  ],
);
