import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { FUNDINGS } from '#modules/billing/methods/funding.states.ts';
import { PROCESSORS } from '#modules/billing/processor.states.ts';
import { bytes, instant, rowId, rowRef } from '#db/tables/columns.ts';
import { options, users } from '#db/tables/accounts/accounts.ts';
import { programGroups } from '#db/tables/catalog/catalog.ts';
import { erased, erasedAtEnd, erasedWithAccount, erasureOf, keptFor } from '#db/tables/erasure.ts';
import { orders } from '#db/tables/orders/orders.ts';

/**
 * A saved card or bank account: the processor's token and what a person needs to recognise it.
 * Numbers and security codes are never here (PM).
 */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: rowId(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    /** null serves every group */
    program_group_id: rowRef().references(() => programGroups.id),
    payment_type_id: rowRef()
      .notNull()
      .references(() => options.id),
    /** holder's name */
    name: text().notNull(),
    brand: text().notNull(),
    last_4: text().notNull(),
    exp_month: integer(),
    exp_year: integer(),
    gateway_ref: text().notNull().unique(),
    /** what a card is: only a credit card pays the surcharge of cards (S5); null for a bank account */
    funding: text({ enum: FUNDINGS }),
    /** the processor's mark of the card or account, whichever token it has; null where it gives none */
    fingerprint: text(),
    /** of a card, by its ZIP: some states allow less of the surcharge (S5); null where none is told */
    billing_state: text(),
    gateway_customer: text().notNull(),
    /** whose token it is; another processor can do nothing with it */
    processor: text({ enum: PROCESSORS }).notNull(),
    /** of an account, where its processor tells */
    bank_name: text(),
    /**
     * when the family came to pay with it or saved it; null while it has only been entered, and may be used
     * by its id alone
     */
    kept_at: instant(),
    is_default: boolean().notNull().default(false),
    is_active: boolean().notNull().default(true),
    created_at: instant().notNull(),
    deactivated_at: instant(),
    /** when the family last said that it pays what is to come: added by itself or made the default (M7) */
    chosen_at: instant(),
    /** when its bank refused a debit for good; no other method steps in for it by itself (M7) */
    returned_at: instant(),
  },
  (t) => [
    index('payment_methods_user').on(t.user_id),
    index('payment_methods_last_4').on(t.last_4),
    uniqueIndex('one_default_method')
      .on(t.user_id, sql`coalesce(${t.program_group_id}, 0)`)
      .where(sql`${t.is_default} and ${t.is_active}`),
  ],
);

/** A family's authorisation to debit a bank account, with what they saw and how they proved who they are. */
export const mandates = pgTable(
  'mandates',
  {
    id: rowId(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    payment_method_id: rowRef()
      .notNull()
      .references(() => paymentMethods.id),
    order_id: rowRef().references(() => orders.id),
    text_hash: bytes().notNull(),
    ip: text().notNull(),
    user_agent: text().notNull(),
    accepted_at: instant().notNull(),
    revoked_at: instant(),
    /** the processor's own record of it; null where it keeps none */
    gateway_ref: text(),
  },
  // By what the evidence of a signed copy and the word that a debit needs are found.
  (t) => [index('mandates_order').on(t.order_id), index('mandates_method').on(t.payment_method_id)],
);

export const paymentMethodsErasure = erasureOf(
  paymentMethods,
  {
    ...keptFor('the books: which charge was paid by which kind of method', [
      'id',
      'user_id',
      'program_group_id',
      'payment_type_id',
      'funding',
      'processor',
      'billing_state',
      'bank_name',
    ]),
    ...keptFor('when the method was in use', [
      'kept_at',
      'created_at',
      'deactivated_at',
      'chosen_at',
      'returned_at',
    ]),
    name: erased('Deleted'),
    brand: erasedAtEnd(''),
    last_4: erasedAtEnd(''),
    exp_month: erasedAtEnd(null),
    exp_year: erasedAtEnd(null),
    gateway_ref: erasedWithAccount(sql`'erased-' || id`),
    gateway_customer: erasedWithAccount('erased'),
    fingerprint: erasedWithAccount(null),
    is_default: erasedWithAccount(false),
    is_active: erasedWithAccount(false),
  },
  { notCopied: ['gateway_ref', 'gateway_customer', 'fingerprint'] },
);

export const mandatesErasure = erasureOf(mandates, {
  ...keptFor('the books: which debit was authorized, and when', [
    'id',
    'user_id',
    'payment_method_id',
    'order_id',
    'text_hash',
    'accepted_at',
    'revoked_at',
    'gateway_ref',
  ]),
  ip: erasedAtEnd(''),
  user_agent: erasedAtEnd(''),
});
