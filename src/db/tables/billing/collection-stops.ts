import { sql } from 'drizzle-orm';
import { pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts.ts';
import { chargeAttempts } from './billing.ts';
import { instant, rowId, rowRef } from '#db/tables/columns.ts';

/**
 * That the collection of due payments has stopped by itself, as the processor would not take our requests; it
 * goes on when staff release it. At most one stands.
 */
export const collectionStops = pgTable(
  'collection_stops',
  {
    id: rowId(),
    stopped_at: instant().notNull(),
    /** the last refused one of those that stopped it */
    charge_attempt_id: rowRef()
      .notNull()
      .references(() => chargeAttempts.id),
    released_at: instant(),
    released_by_id: rowRef().references(() => users.id),
  },
  (t) => [
    uniqueIndex('one_collection_stop')
      .on(sql`(true)`)
      .where(sql`${t.released_at} is null`),
  ],
);
