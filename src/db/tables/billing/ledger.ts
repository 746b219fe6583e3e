import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { RECEIPT_EDITIONS } from '#modules/billing/ledger/receipt.states.ts';
import { bytes, centsColumn, day, instant, rowId, rowRef } from '#db/tables/columns.ts';
import { options } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from './billing.ts';
import { paymentMethods } from './payment-methods.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { erased, erasureOf, keptFor, rowsDeleted } from '#db/tables/erasure.ts';

/** One bill for one charge (M9). */
export const invoices = pgTable(
  'invoices',
  {
    id: rowId(),
    order_id: rowRef()
      .notNull()
      .references(() => orders.id),
    /** null for the bill of an order that is free of charge */
    charge_attempt_id: rowRef()
      .unique()
      .references(() => chargeAttempts.id),
    description: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index('invoices_order').on(t.order_id)],
);

/**
 * A receipt as it was printed, once for each edition of an invoice: what its file hashes to. A trigger
 * refuses to change or delete a row, so a family has the same bytes from then on (H17).
 */
export const keptReceipts = pgTable(
  'kept_receipts',
  {
    id: rowId(),
    invoice_id: rowRef()
      .notNull()
      .references(() => invoices.id),
    order_id: rowRef()
      .notNull()
      .references(() => orders.id),
    edition: text({ enum: RECEIPT_EDITIONS }).notNull(),
    file_key: text().notNull(),
    /** SHA-256 of the paper */
    sha256: bytes().notNull(),
    size_bytes: integer().notNull(),
    printed_at: instant().notNull(),
  },
  (t) => [
    unique('kept_receipts_edition').on(t.invoice_id, t.edition),
    index('kept_receipts_order').on(t.order_id),
    check('kept_receipts_sha', sql`octet_length(${t.sha256}) = 32`),
  ],
);

/**
 * A line of money that moved, or failed to: principal first, then a line a surcharge (M3). Rows
 * are only ever added; a bank return is a reversing line (M6).
 */
export const transactions = pgTable(
  'transactions',
  {
    id: rowId(),
    order_id: rowRef()
      .notNull()
      .references(() => orders.id),
    payment_id: rowRef().references(() => payments.id),
    charge_attempt_id: rowRef().references(() => chargeAttempts.id),
    user_accounting_invoice_id: rowRef().references(() => invoices.id),
    payment_type_id: rowRef()
      .notNull()
      .references(() => options.id),
    payment_method_id: rowRef().references(() => paymentMethods.id),
    is_success: boolean().notNull(),
    /** money back to the customer */
    is_credit: boolean().notNull().default(false),
    /** by staff's hand */
    is_adjustment: boolean().notNull().default(false),
    /** what was sold or what happened; the words of staff beside it stand in `transaction_words` */
    description: text().notNull(),
    /** `Payment surcharge` marks surcharges */
    description_detail: text(),
    quantity: integer().notNull().default(1),
    value_cents: centsColumn().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index('transactions_order').on(t.order_id), index('transactions_attempt').on(t.charge_attempt_id)],
);

/**
 * A line with the words of staff in it: a reason, the number of a check. `transactions` is never changed, so
 * what must be erased some day stands here (MH11).
 */
export const transactionWords = pgTable('transaction_words', {
  transaction_id: rowRef()
    .primaryKey()
    .references(() => transactions.id),
  /** the whole line as people read it; blank once it is erased */
  line: text().notNull(),
});

/** One event of the ledger; `(kind, ref)` makes it happen once (I2, I12). */
export const journal = pgTable(
  'journal',
  {
    id: rowId(),
    kind: text().notNull(),
    ref: text().notNull(),
    order_id: rowRef().references(() => orders.id),
    at: instant().notNull(),
    /**
     * the company's day of the event, or the first day of the first open month if the event's month is
     * closed; a trigger fills the column (RP3.4)
     */
    booked_on: day(),
  },
  (t) => [
    unique('journal_once').on(t.kind, t.ref),
    index('journal_booked_on').on(t.booked_on, t.id),
    check('journal_is_booked', sql`${t.booked_on} is not null`),
  ],
);

/** The two or more sides of a journal row; a deferred trigger holds their sum at zero (I2). */
export const postings = pgTable(
  'postings',
  {
    id: rowId(),
    journal_id: rowRef()
      .notNull()
      .references(() => journal.id),
    account: text().notNull(),
    amount_cents: centsColumn().notNull(),
  },
  (t) => [index('postings_journal').on(t.journal_id), index('postings_account').on(t.account)],
);

const BOOKS = 'the books: sums, days, and what was sold';

export const invoicesErasure = erasureOf(
  invoices,
  keptFor(BOOKS, ['id', 'order_id', 'charge_attempt_id', 'description', 'created_at']),
);

export const keptReceiptsErasure = rowsDeleted(keptReceipts, 'end');

export const transactionsErasure = erasureOf(
  transactions,
  keptFor(BOOKS, [
    'id',
    'order_id',
    'payment_id',
    'charge_attempt_id',
    'user_accounting_invoice_id',
    'payment_type_id',
    'payment_method_id',
    'is_success',
    'is_credit',
    'is_adjustment',
    'description',
    'description_detail',
    'quantity',
    'value_cents',
    'created_at',
  ]),
);

export const transactionWordsErasure = erasureOf(transactionWords, {
  ...keptFor(BOOKS, ['transaction_id']),
  line: erased(''),
});

export const journalErasure = erasureOf(
  journal,
  keptFor(BOOKS, ['id', 'kind', 'ref', 'order_id', 'at', 'booked_on']),
);

export const postingsErasure = erasureOf(
  postings,
  keptFor(BOOKS, ['id', 'journal_id', 'account', 'amount_cents']),
);
