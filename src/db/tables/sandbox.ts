import { bigint, index, integer, jsonb, pgSchema, text } from 'drizzle-orm/pg-core';
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
  last_4: text().notNull(),
  exp_month: integer(),
  exp_year: integer(),
  charges_taken: integer().notNull().default(0),
  created_at: instant().notNull(),
});

/** Every request that carried an idempotency key, with the answer that is replayed for it. */
export const sandboxRequests = sandbox.table('requests', {
  idem_key: text().primaryKey(),
  request_hash: text().notNull(),
  answer: jsonb().notNull(),
  created_at: instant().notNull(),
});

/** A charge as the processor sees it. */
export const sandboxCharges = sandbox.table('charges', {
  ref: text().primaryKey(),
  attempt_id: bigint({ mode: 'number' }).notNull(),
  customer: text().notNull(),
  method_token: text().notNull(),
  amount_cents: centsColumn().notNull(),
  state: text({ enum: ['captured', 'pending', 'settled', 'returned', 'declined'] }).notNull(),
  code: text(),
  settles_on: day(),
  returns_on: day(),
  created_at: instant().notNull(),
});

/** Money that went back, or a refusal to give it back. */
export const sandboxRefunds = sandbox.table('refunds', {
  ref: text().primaryKey(),
  refund_id: bigint({ mode: 'number' }).notNull(),
  charge_ref: text().notNull(),
  amount_cents: centsColumn().notNull(),
  state: text({ enum: ['pending', 'succeeded', 'refused', 'bounced'] }).notNull(),
  code: text(),
  /** what it becomes later, and on which day; null when it stays what it is */
  becomes: text({ enum: ['succeeded', 'refused', 'bounced'] }),
  moves_on: day(),
  created_at: instant().notNull(),
});

/** Says that an object has changed, and nothing of what it has become. */
export const sandboxEvents = sandbox.table(
  'events',
  {
    id: rowId(),
    object_kind: text({ enum: ['charge', 'refund'] }).notNull(),
    object_ref: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index('sandbox_events_at').on(t.at, t.id)],
);

/** Every cent in or out, for reconciliation; negative is money back. */
export const sandboxMovements = sandbox.table('movements', {
  id: rowId(),
  charge_ref: text().notNull(),
  kind: text({ enum: ['charge', 'return', 'refund', 'refund_failed'] }).notNull(),
  /** which refund it was; null for the others */
  refund_ref: text(),
  amount_cents: centsColumn().notNull(),
  at: instant().notNull(),
});
