import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  CONCESSION_KINDS,
  SECOND_PERSON_KINDS,
  SECOND_PERSON_OUTCOMES,
} from '#modules/billing/second-person/second-person.states.ts';
import { users } from '#db/tables/accounts/accounts.ts';
import { centsColumn, instant, rowId, rowRef } from '#db/tables/columns.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { payments } from './billing.ts';
import { erased, erasureOf, keptFor } from '#db/tables/erasure.ts';

/**
 * A concession above the company's sum, which a second person of the staff approves before it is done
 * (H4). The command is what the first one has sent; it runs once, in the transaction that approves it.
 */
export const secondPersonRequests = pgTable(
  'second_person_requests',
  {
    id: rowId(),
    order_id: rowRef()
      .notNull()
      .references(() => orders.id),
    /** `order:5` or `payment:7`: one request at a time waits about each */
    subject: text().notNull(),
    kind: text({ enum: SECOND_PERSON_KINDS }).notNull(),
    command: jsonb().notNull(),
    amount_cents: centsColumn().notNull(),
    reason: text().notNull(),
    asked_by_id: rowRef()
      .notNull()
      .references(() => users.id),
    asked_at: instant().notNull(),
    outcome: text({ enum: SECOND_PERSON_OUTCOMES }),
    decided_by_id: rowRef().references(() => users.id),
    decided_at: instant(),
    /** why it was declined, for the one who asked */
    decline_reason: text(),
  },
  (t) => [
    uniqueIndex('second_person_requests_waiting')
      .on(t.subject)
      .where(sql`${t.outcome} is null`),
    index('second_person_requests_order').on(t.order_id),
    check('second_person_requests_amount', sql`${t.amount_cents} > 0`),
    check(
      'second_person_requests_decided',
      sql`(${t.outcome} is null) = (${t.decided_at} is null)
        and (${t.outcome} is null) = (${t.decided_by_id} is null)
        and (${t.outcome} is not distinct from 'declined') = (${t.decline_reason} is not null)`,
    ),
    // Whoever has asked may take it back, but never approve it.
    check(
      'second_person_requests_by_another',
      sql`${t.outcome} is distinct from 'approved' or ${t.decided_by_id} <> ${t.asked_by_id}`,
    ),
  ],
);

/**
 * What staff gave away of an order besides refunds: one sum with them decides what needs a second person
 * (MH2). Written in the transaction that gives it away, under the order's lock.
 */
export const concessions = pgTable(
  'concessions',
  {
    id: rowId(),
    order_id: rowRef()
      .notNull()
      .references(() => orders.id),
    /** of a waiver, a lowered amount or a receipt */
    payment_id: rowRef().references(() => payments.id),
    kind: text({ enum: CONCESSION_KINDS }).notNull(),
    amount_cents: centsColumn().notNull(),
    reason: text().notNull(),
    given_by_id: rowRef()
      .notNull()
      .references(() => users.id),
    /** the second person; null where nobody was asked */
    approved_by_id: rowRef().references(() => users.id),
    given_at: instant().notNull(),
  },
  (t) => [
    index('concessions_order').on(t.order_id),
    index('concessions_given_at').on(t.given_at),
    check('concessions_amount', sql`${t.amount_cents} > 0`),
    check('concessions_by_another', sql`${t.approved_by_id} <> ${t.given_by_id}`),
  ],
);

export const secondPersonRequestsErasure = erasureOf(secondPersonRequests, {
  ...keptFor('the books: that two people decided, and about how much', [
    'id',
    'order_id',
    'subject',
    'kind',
    'amount_cents',
    'asked_by_id',
    'asked_at',
    'outcome',
    'decided_by_id',
    'decided_at',
  ]),
  command: erased({}),
  reason: erased(''),
  // A decline has a reason, also an erased one.
  decline_reason: erased(sql`case when decline_reason is null then null else '' end`),
});

export const concessionsErasure = erasureOf(concessions, {
  ...keptFor('the books: what was given away, and who gave it', [
    'id',
    'order_id',
    'payment_id',
    'kind',
    'amount_cents',
    'given_by_id',
    'approved_by_id',
    'given_at',
  ]),
  reason: erased(''),
});
