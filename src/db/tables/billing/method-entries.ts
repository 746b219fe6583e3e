import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import {
  ENTRY_KINDS,
  ENTRY_STATES,
  UNDECIDED_ENTRIES,
} from '#modules/billing/methods/entries/entry.states.ts';
import { PROCESSORS } from '#modules/billing/processor.states.ts';
import { users } from '#db/tables/accounts/accounts.ts';
import { paymentMethods } from './payment-methods.ts';
import { programGroups } from '#db/tables/catalog/catalog.ts';
import { day, instant, listed, rowId, rowRef } from '#db/tables/columns.ts';
import { rowsDeleted } from '#db/tables/erasure.ts';

/** Who an account of ours is at a processor, made once for each of both. */
export const processorCustomers = pgTable(
  'processor_customers',
  {
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    processor: text({ enum: PROCESSORS }).notNull(),
    customer_ref: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.processor] })],
);

/**
 * A card or account that a family enters in the processor's own fields. The secret that opens them is the
 * family's alone and is not here.
 */
export const methodEntries = pgTable(
  'method_entries',
  {
    id: rowId(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    processor: text({ enum: PROCESSORS }).notNull(),
    kind: text({ enum: ENTRY_KINDS }).notNull(),
    /** the group that the method will serve; null for general use */
    program_group_id: rowRef().references(() => programGroups.id),
    /** of the press that opened the fields */
    client_key: text(),
    customer_ref: text().notNull(),
    /** the processor's name of it; null until it has answered */
    ref: text().unique(),
    state: text({ enum: ENTRY_STATES }).notNull(),
    /** how often what was entered has been refused */
    tries: integer().notNull().default(0),
    payment_method_id: rowRef().references(() => paymentMethods.id),
    /** the processor's own record that debits were authorised */
    mandate_ref: text(),
    /** where the family says what its bank was sent, and from which day on it can */
    verify_url: text(),
    arrives_on: day(),
    created_at: instant().notNull(),
    closed_at: instant(),
  },
  (t) => [
    unique('method_entries_key').on(t.user_id, t.client_key),
    index('method_entries_undecided')
      .on(t.created_at)
      .where(sql`${t.state} in ${listed(UNDECIDED_ENTRIES)}`),
  ],
);

/** Methods that are to be taken away at the processor, as nobody here uses them any more. */
export const methodsToForget = pgTable('methods_to_forget', {
  gateway_ref: text().primaryKey(),
  processor: text({ enum: PROCESSORS }).notNull(),
  decided_at: instant().notNull(),
  tries: integer().notNull().default(0),
  next_try_at: instant().notNull(),
});

export const processorCustomersErasure = rowsDeleted(processorCustomers, 'account', {
  notCopied: ['customer_ref'],
});

export const methodEntriesErasure = rowsDeleted(methodEntries, 'account', {
  notCopied: ['client_key', 'customer_ref', 'ref', 'mandate_ref', 'verify_url'],
});
