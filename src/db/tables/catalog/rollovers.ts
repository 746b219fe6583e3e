import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { users } from '../accounts/accounts.ts';
import { instant, rowId, rowRef } from '../columns.ts';

/**
 * A roll-over that staff work on, at most one a season: what goes along, and how days and prices change
 * (SE9.1). The made season names the old one in `rolled_from_id`.
 */
export const rollovers = pgTable('rollovers', {
  id: rowId(),
  /** without a foreign key: the plan keeps no season from being removed */
  from_period_id: rowRef().notNull().unique(),
  /** rules of days and prices, in the shape of the call */
  settings: jsonb().notNull(),
  /** what is typed and ticked, by object */
  edits: jsonb().notNull(),
  version: integer().notNull().default(1),
  edited_by_id: rowRef()
    .notNull()
    .references(() => users.id),
  edited_at: instant().notNull(),
});
