import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { bytes, day, instant, rowId, rowRef } from '#db/tables/columns.ts';

/** How the company's own chart of accounts names an account of the ledger (RP3.2). */
export const ledgerAccounts = pgTable('ledger_accounts', {
  account: text().primaryKey(),
  name: text().notNull(),
  number: text(),
  class: text(),
  version: integer().notNull().default(1),
});

/**
 * A month whose bookings are with the bookkeeper. A trigger of `journal` books what comes later in the first
 * open month, and refuses a row in a closed one (RP3.4, RP3.6).
 */
export const closedMonths = pgTable(
  'closed_months',
  {
    id: rowId(),
    /** the first day of the month */
    month: day().notNull(),
    /** rows of the journal that are booked in the month */
    entries: integer().notNull(),
    closed_at: instant().notNull(),
    closed_by_id: rowRef()
      .notNull()
      .references(() => users.id),
    reopened_at: instant(),
    reopened_by_id: rowRef().references(() => users.id),
  },
  (t) => [
    uniqueIndex('one_closing')
      .on(t.month)
      .where(sql`${t.reopened_at} is null`),
    check('closed_months_first_day', sql`extract(day from ${t.month}) = 1`),
    check('closed_months_reopened', sql`(${t.reopened_at} is null) = (${t.reopened_by_id} is null)`),
  ],
);

/** A file of a closed month as it was written; a trigger refuses to change or delete a row (RP3.5). */
export const closedMonthFiles = pgTable(
  'closed_month_files',
  {
    id: rowId(),
    closed_month_id: rowRef()
      .notNull()
      .references(() => closedMonths.id),
    name: text().notNull(),
    file_key: text().notNull().unique(),
    /** SHA-256 of the file */
    sha256: bytes().notNull(),
    size_bytes: integer().notNull(),
  },
  (t) => [
    unique('closed_month_files_name').on(t.closed_month_id, t.name),
    check('closed_month_files_sha', sql`octet_length(${t.sha256}) = 32`),
  ],
);
