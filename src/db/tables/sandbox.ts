import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgSchema, text } from 'drizzle-orm/pg-core';
import { FUNDINGS } from '#modules/billing/methods/funding.states.ts';
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
  funding: text({ enum: FUNDINGS }),
  last_4: text().notNull(),
  exp_month: integer(),
  exp_year: integer(),
  charges_taken: integer().notNull().default(0),
  created_at: instant().notNull(),
  /** of an account that waits for its bank's deposits: the days on which they arrive and it is verified */
  deposits_on: day(),
  verifies_on: day(),
  /** the day on which nobody has verified it */
  fails_on: day(),
  /** when the portal gave it up: it is charged no more */
  forgotten_at: instant(),
});

/** Every request that carried an idempotency key, with the answer that is replayed for it. */
export const sandboxRequests = sandbox.table('requests', {
  idem_key: text().primaryKey(),
  request_hash: text().notNull(),
  answer: jsonb().notNull(),
  created_at: instant().notNull(),
});

/** A charge as the processor sees it; one that was made past the portal names nothing of ours. */
export const sandboxCharges = sandbox.table('charges', {
  ref: text().primaryKey(),
  attempt_id: bigint({ mode: 'number' }),
  customer: text(),
  method_token: text(),
  amount_cents: centsColumn().notNull(),
  state: text({ enum: ['action', 'captured', 'pending', 'settled', 'returned', 'declined'] }).notNull(),
  code: text(),
  settles_on: day(),
  returns_on: day(),
  created_at: instant().notNull(),
});

/** Money that went back, or a refusal to give it back; one made past the portal names nothing of ours. */
export const sandboxRefunds = sandbox.table('refunds', {
  ref: text().primaryKey(),
  refund_id: bigint({ mode: 'number' }),
  charge_ref: text().notNull(),
  amount_cents: centsColumn().notNull(),
  state: text({ enum: ['pending', 'succeeded', 'refused', 'bounced'] }).notNull(),
  code: text(),
  /** what it becomes later, and on which day; null when it stays what it is */
  becomes: text({ enum: ['succeeded', 'refused', 'bounced'] }),
  moves_on: day(),
  created_at: instant().notNull(),
});

/** A charge of a card that its payer takes back: planned with the charge, open some days later. */
export const sandboxDisputes = sandbox.table(
  'disputes',
  {
    ref: text().primaryKey(),
    charge_ref: text().notNull(),
    amount_cents: centsColumn().notNull(),
    state: text({ enum: ['planned', 'warning', 'open', 'won', 'lost'] }).notNull(),
    opens_as: text({ enum: ['warning', 'open'] }).notNull(),
    becomes: text({ enum: ['won', 'lost'] }).notNull(),
    /** when it opens, then when it is decided; null once nothing follows */
    moves_on: day(),
    due_on: day(),
    withdrawn_cents: centsColumn().notNull(),
    reinstated_cents: centsColumn().notNull(),
  },
  (t) => [index('sandbox_disputes_charge').on(t.charge_ref)],
);

/** Says that an object has changed, and nothing of what it has become. */
export const sandboxEvents = sandbox.table(
  'events',
  {
    id: rowId(),
    object_kind: text({ enum: ['charge', 'refund', 'payout', 'dispute'] }).notNull(),
    object_ref: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index('sandbox_events_at').on(t.at, t.id)],
);

/**
 * Every line of the balance, for reconciliation; negative has left it. A debit's is there from the day that
 * it is sent, and has arrived when it has settled.
 */
export const sandboxMovements = sandbox.table(
  'movements',
  {
    id: rowId(),
    charge_ref: text(),
    kind: text({
      enum: [
        'charge',
        'return',
        'refund',
        'refund_failed',
        'dispute',
        'dispute_back',
        'fee',
        'payout',
        'payout_back',
        'reserve',
        'other',
      ],
    }).notNull(),
    /** which refund it was; null for the others */
    refund_ref: text(),
    dispute_ref: text(),
    amount_cents: centsColumn().notNull(),
    /** what the processor keeps of it */
    fee_cents: centsColumn()
      .notNull()
      .default(sql`0`),
    at: instant().notNull(),
    is_arrived: boolean().notNull().default(true),
    /** somebody else has charged on the account */
    is_foreign: boolean().notNull().default(false),
    /** when it can go to the company's bank; null while that is not known */
    available_on: day(),
    /** the payout that it is in; that of a payout is its own */
    payout_ref: text(),
  },
  (t) => [
    index('sandbox_movements_charge').on(t.charge_ref),
    index('sandbox_movements_payout').on(t.payout_ref),
    index('sandbox_movements_at').on(t.at),
    index('sandbox_movements_unpaid')
      .on(t.available_on)
      .where(sql`${t.payout_ref} is null`),
  ],
);

/** What the sandbox has sent to the company's bank. */
export const sandboxPayouts = sandbox.table('payouts', {
  id: rowId(),
  ref: text().notNull().unique(),
  amount_cents: centsColumn().notNull(),
  made_at: instant().notNull(),
  arrives_on: day().notNull(),
  state: text({ enum: ['on_its_way', 'arrived'] })
    .notNull()
    .default('on_its_way'),
  trace: text(),
});
