import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { PROCESSORS } from '#modules/billing/processor.states.ts';
import { instant } from '#db/tables/columns.ts';

/**
 * The account at a processor that this database's payments belong to, and its mode: one row, and none before
 * the account has answered for the first time. The sandbox, which is in the database itself, has no row.
 */
export const processorBinding = pgTable(
  'processor_binding',
  {
    only_row: boolean().primaryKey().default(true),
    processor: text({ enum: PROCESSORS }).notNull(),
    account_id: text().notNull(),
    livemode: boolean().notNull(),
    /** tells our objects from those of another database on the same account, whose numbers are the same */
    portal: uuid().notNull(),
    bound_at: instant().notNull(),
  },
  (t) => [check('processor_binding_only_row', sql`${t.only_row}`)],
);
