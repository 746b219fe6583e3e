import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { REFUND_CHANNELS } from '#modules/billing/refunds/refund.states.ts';
import { ENDED_REQUESTS, REQUEST_STATES } from '#modules/orders/request.states.ts';
import { bytes, centsColumn, instant, listed, rowId, rowRef } from '../columns.ts';
import { acceptedTexts } from '../documents/accepted-texts.ts';
import { users } from '../accounts/accounts.ts';
import { erased, erasedAtEnd, erasureOf, keptFor } from '../erasure.ts';
import { orders } from './orders.ts';

/**
 * A family asks for its money back, once an order: which text it agreed to, what staff made of it, and
 * when. Type 0 is a check to the home address, 1 the driver fund (R2).
 */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: rowId(),
    order_id: rowRef()
      .notNull()
      .unique()
      .references(() => orders.id),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    type: integer().notNull(),
    text_hash: bytes()
      .notNull()
      .references(() => acceptedTexts.hash),
    ip: text().notNull(),
    user_agent: text().notNull(),
    requested_at: instant().notNull(),
    status: text({ enum: REQUEST_STATES }).notNull().default('requested'),
    taken_up_by_id: rowRef().references(() => users.id),
    taken_up_at: instant(),
    decided_by_id: rowRef().references(() => users.id),
    /** staff's last word: what is done, or why not */
    decided_at: instant(),
    ended_at: instant(),
    way: text({ enum: REFUND_CHANNELS }),
    amount_cents: centsColumn(),
    check_number: text(),
    reason: text(),
    /** how often the processor refused a part of it; each try has a key of its own (I13) */
    tries: integer().notNull().default(0),
    /** the key of the refund that answers it, where staff decided it on the order's page */
    refund_key: text(),
  },
  (t) => [
    check('refund_requests_type', sql`${t.type} in (0, 1)`),
    check(
      'refund_requests_ended',
      sql`(${t.status} in ${listed(ENDED_REQUESTS)}) = (${t.ended_at} is not null)`,
    ),
    index('refund_requests_open')
      .on(t.status)
      .where(sql`${t.status} not in ${listed(ENDED_REQUESTS)}`),
  ],
);

/** A family approves that its contract passes to another company; evidence alone, nothing else moves (R3). */
export const reassignApprovals = pgTable('reassign_approvals', {
  id: rowId(),
  order_id: rowRef()
    .notNull()
    .unique()
    .references(() => orders.id),
  user_id: rowRef()
    .notNull()
    .references(() => users.id),
  text_hash: bytes()
    .notNull()
    .references(() => acceptedTexts.hash),
  ip: text().notNull(),
  user_agent: text().notNull(),
  requested_at: instant().notNull(),
});

export const refundRequestsErasure = erasureOf(
  refundRequests,
  {
    ...keptFor('the books: who asked for how much back, and who decided', [
      'id',
      'order_id',
      'user_id',
      'type',
      'text_hash',
      'requested_at',
      'status',
      'taken_up_by_id',
      'taken_up_at',
      'decided_by_id',
      'decided_at',
      'ended_at',
      'way',
      'amount_cents',
      'tries',
      'refund_key',
    ]),
    ip: erasedAtEnd(''),
    user_agent: erasedAtEnd(''),
    check_number: erased(null),
    reason: erased(null),
  },
  { notCopied: ['refund_key'] },
);

export const reassignApprovalsErasure = erasureOf(reassignApprovals, {
  ...keptFor('that the family approved, and when', [
    'id',
    'order_id',
    'user_id',
    'text_hash',
    'requested_at',
  ]),
  ip: erasedAtEnd(''),
  user_agent: erasedAtEnd(''),
});
