import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  AGREE_BY,
  AMENDMENT_KINDS,
  AMENDMENT_STATES,
  OPEN_AMENDMENTS,
} from '#modules/orders/amendment.states.ts';
import { bytes, centsColumn, day, instant, listed, rowId, rowRef } from '../columns.ts';
import { users } from '../accounts/accounts.ts';
import { erased, erasedAtEnd, erasureOf, keptFor } from '../erasure.ts';
import { orders } from './orders.ts';

/**
 * A change of a signed contract, numbered within the contract (OF5). The signed snapshot never changes: the
 * contract in force is `snapshot_after` of the last applied amendment.
 */
export const contractAmendments = pgTable(
  'contract_amendments',
  {
    id: rowId(),
    order_id: rowRef()
      .notNull()
      .references(() => orders.id),
    number: integer().notNull(),
    kind: text({ enum: AMENDMENT_KINDS }).notNull(),
    /** what staff asked for, and each changed field of the contract before and after, in words */
    change: jsonb().notNull(),
    /** the plan as last shown: the years, the payments and the refund */
    plan: jsonb().notNull(),
    plan_hash: text().notNull(),
    /** as contracts.snapshot; texts of the student are sealed */
    snapshot_after: jsonb().notNull(),
    /** another route or program: the texts in force are accepted anew */
    brings_texts: boolean().notNull(),
    /** why, as staff and the family read it */
    reason: text().notNull(),
    fee_cents: centsColumn().notNull(),
    counts_from: day().notNull(),
    /** while open, how the family is expected to agree; afterwards, how it did */
    agree_by: text({ enum: AGREE_BY }).notNull(),
    state: text({ enum: AMENDMENT_STATES }).notNull(),
    proposed_by_id: rowRef()
      .notNull()
      .references(() => users.id),
    proposed_at: instant().notNull(),
    ends_at: instant().notNull(),
    /** a refund of at most this sum was approved by a second person (OF5.11) */
    approved_cents: centsColumn(),
    approved_by_id: rowRef().references(() => users.id),
    /** when the family accepted or declined, or staff withdrew */
    answered_at: instant(),
    /** why the family declined, or why staff withdrew */
    answer_reason: text(),
    applied_at: instant(),
    /** SHA-256 of what the family accepted or signed: words, money and texts */
    text_hash: bytes(),
    /** null for an amendment signed on paper */
    ip: text(),
    user_agent: text(),
    /** the key of the refund; null without one */
    refund_key: text(),
  },
  (t) => [
    unique('contract_amendments_number').on(t.order_id, t.number),
    uniqueIndex('one_open_amendment')
      .on(t.order_id)
      .where(sql`${t.state} in ${listed(OPEN_AMENDMENTS)}`),
    index('contract_amendments_open')
      .on(t.ends_at)
      .where(sql`${t.state} in ${listed(OPEN_AMENDMENTS)}`),
    index('contract_amendments_state').on(t.state, t.id),
    check('contract_amendments_applied', sql`(${t.state} = 'applied') = (${t.applied_at} is not null)`),
    check('contract_amendments_fee', sql`${t.fee_cents} >= 0`),
    check(
      'contract_amendments_agreed',
      sql`${t.agree_by} = 'none' or ${t.state} not in ('accepted', 'applied') or ${t.text_hash} is not null`,
    ),
  ],
);

export const contractAmendmentsErasure = erasureOf(contractAmendments, {
  ...keptFor('the books: ids, sums, days and states', [
    'id',
    'order_id',
    'number',
    'kind',
    'plan',
    'plan_hash',
    'brings_texts',
    'fee_cents',
    'counts_from',
    'agree_by',
    'state',
    'proposed_by_id',
    'proposed_at',
    'ends_at',
    'approved_cents',
    'approved_by_id',
    'answered_at',
    'applied_at',
    'text_hash',
    'refund_key',
  ]),
  ...keptFor('erase-orders.queries.ts takes the people out of the amended contract', ['snapshot_after']),
  change: erasedAtEnd({}),
  reason: erased(''),
  answer_reason: erased(sql`case when answer_reason is null then null else '' end`),
  ip: erasedAtEnd(null),
  user_agent: erasedAtEnd(null),
});
