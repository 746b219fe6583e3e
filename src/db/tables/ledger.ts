import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { centsColumn, instant, rowId, rowRef } from './columns.ts';
import { options } from './accounts.ts';
import { chargeAttempts, payments, paymentMethods } from './billing.ts';
import { orders } from './orders.ts';

/** One bill for one charge (M9). */
export const invoices = pgTable(
  'invoices',
  {
    id: rowId(),
    orderId: rowRef()
      .notNull()
      .references(() => orders.id),
    /** null for the bill of an order that is free of charge */
    chargeAttemptId: rowRef()
      .unique()
      .references(() => chargeAttempts.id),
    description: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index('invoices_order').on(t.orderId)],
);

/**
 * A line of money that moved, or failed to: principal first, then a line a surcharge (M3). Rows
 * are only ever added; a bank return is a reversing line (M6).
 */
export const transactions = pgTable(
  'transactions',
  {
    id: rowId(),
    orderId: rowRef()
      .notNull()
      .references(() => orders.id),
    paymentId: rowRef().references(() => payments.id),
    chargeAttemptId: rowRef().references(() => chargeAttempts.id),
    userAccountingInvoiceId: rowRef().references(() => invoices.id),
    paymentTypeId: rowRef()
      .notNull()
      .references(() => options.id),
    paymentMethodId: rowRef().references(() => paymentMethods.id),
    isSuccess: boolean().notNull(),
    /** money back to the customer */
    isCredit: boolean().notNull().default(false),
    /** by staff's hand */
    isAdjustment: boolean().notNull().default(false),
    description: text().notNull(),
    /** `Payment surcharge` marks surcharges */
    descriptionDetail: text(),
    quantity: integer().notNull().default(1),
    valueCents: centsColumn().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index('transactions_order').on(t.orderId), index('transactions_attempt').on(t.chargeAttemptId)],
);

/** One event of the ledger; `(kind, ref)` makes it happen once (I2, I12). */
export const journal = pgTable(
  'journal',
  {
    id: rowId(),
    kind: text().notNull(),
    ref: text().notNull(),
    orderId: rowRef().references(() => orders.id),
    at: instant().notNull(),
  },
  (t) => [unique('journal_once').on(t.kind, t.ref)],
);

/** The two or more sides of a journal row; a deferred trigger holds their sum at zero (I2). */
export const postings = pgTable(
  'postings',
  {
    id: rowId(),
    journalId: rowRef()
      .notNull()
      .references(() => journal.id),
    account: text().notNull(),
    amountCents: centsColumn().notNull(),
  },
  (t) => [index('postings_journal').on(t.journalId), index('postings_account').on(t.account)],
);
