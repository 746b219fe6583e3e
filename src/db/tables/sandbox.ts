import { bigint, boolean, integer, jsonb, pgSchema, text } from 'drizzle-orm/pg-core';
import { centsColumn, day, instant, rowId } from './columns.ts';

/**
 * The sandbox processor's own books, read and written over its own connection: were it part of our
 * transactions, a crash would undo the bank's side too and hide every lost answer.
 */
export const sandbox = pgSchema('sandbox');

/** A saved test instrument. `behaviour` says what it does; the number itself is never kept. */
export const sandboxMethods = sandbox.table('methods', {
  token: text().primaryKey(),
  customer: text().notNull(),
  kind: text({ enum: ['card', 'bank'] }).notNull(),
  behaviour: text().notNull(),
  brand: text().notNull(),
  last4: text('last_4').notNull(),
  expMonth: integer(),
  expYear: integer(),
  chargesTaken: integer().notNull().default(0),
  createdAt: instant().notNull(),
});

/** Every request that carried an idempotency key, with the answer that is replayed for it. */
export const sandboxRequests = sandbox.table('requests', {
  idemKey: text().primaryKey(),
  requestHash: text().notNull(),
  answer: jsonb().notNull(),
  createdAt: instant().notNull(),
});

/** A charge as the processor sees it. */
export const sandboxCharges = sandbox.table('charges', {
  ref: text().primaryKey(),
  attemptId: bigint({ mode: 'number' }).notNull(),
  customer: text().notNull(),
  methodToken: text().notNull(),
  amountCents: centsColumn().notNull(),
  state: text({ enum: ['captured', 'pending', 'settled', 'returned', 'declined'] }).notNull(),
  code: text(),
  settlesOn: day(),
  returnsOn: day(),
  /** false from the day a debit settles or comes back until the portal has heard of it */
  isReported: boolean().notNull().default(true),
  createdAt: instant().notNull(),
});

/** Money that went back, or a refusal to give it back. */
export const sandboxRefunds = sandbox.table('refunds', {
  ref: text().primaryKey(),
  refundId: bigint({ mode: 'number' }).notNull(),
  chargeRef: text().notNull(),
  amountCents: centsColumn().notNull(),
  state: text({ enum: ['succeeded', 'refused'] }).notNull(),
  code: text(),
  createdAt: instant().notNull(),
});

/** Every cent in or out, for reconciliation; negative is money back. */
export const sandboxMovements = sandbox.table('movements', {
  id: rowId(),
  chargeRef: text().notNull(),
  kind: text({ enum: ['charge', 'return', 'refund'] }).notNull(),
  /** which refund it was; null for the others */
  refundRef: text(),
  amountCents: centsColumn().notNull(),
  at: instant().notNull(),
});
