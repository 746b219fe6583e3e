import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts } from './billing.ts';
import { instant, rowId, rowRef } from '#db/tables/columns.ts';

/**
 * That the collection of due payments has stopped by itself. The processor would not take our requests: then
 * nothing is collected until staff release it. Or the company has reached a limit of one kind of charges:
 * then nothing of the kind is charged until `resumes_at`, and the stop ends with the first charge that is
 * taken. At most one of each stands.
 */
export const collectionStops = pgTable(
  'collection_stops',
  {
    id: rowId(),
    stopped_at: instant().notNull(),
    /** what the limit is of; null where nothing at all is collected */
    kind: text({ enum: ['card', 'bank'] }),
    /** from when on charges of the kind are tried again */
    resumes_at: instant(),
    /** the last refused one of those that stopped it */
    charge_attempt_id: rowRef()
      .notNull()
      .references(() => chargeAttempts.id),
    released_at: instant(),
    released_by_id: rowRef().references(() => users.id),
  },
  (t) => [
    uniqueIndex('one_collection_stop')
      .on(sql`(coalesce(${t.kind}, 'all'))`)
      .where(sql`${t.released_at} is null`),
    check('collection_stops_resume', sql`(${t.kind} is null) = (${t.resumes_at} is null)`),
  ],
);
