import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Sealed } from '#kit/sealed.ts';
import { OFFER_PAYERS, OFFER_STATES } from '#modules/orders/sale-offer.states.ts';
import { users } from '../accounts/accounts.ts';
import { paymentMethods } from '../billing/payment-methods.ts';
import { day, instant, rowId, rowRef } from '../columns.ts';
import { rowsDeleted } from '../erasure.ts';
import { orders } from './orders.ts';
import { paymentTerms, routeDiscounts, routes } from '../catalog/routes.ts';
import { students } from '../students.ts';

/**
 * A contract that staff have made ready for a family, accepted by the family's own login. Until its end it
 * keeps a seat (`seat_holds.kind` is `sale`) and its price; there is no order before (OF3).
 */
export const saleOffers = pgTable(
  'sale_offers',
  {
    id: rowId(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    student_id: rowRef()
      .notNull()
      .references(() => students.id),
    route_id: rowRef()
      .notNull()
      .references(() => routes.id),
    /** so that the term is not removed before the family has answered */
    payment_term_id: rowRef()
      .notNull()
      .references(() => paymentTerms.id),
    /** the discount of staff or of a sibling, kept for the same reason */
    route_discount_id: rowRef().references(() => routeDiscounts.id),
    /** the body of an order without its payment, and the reasons of staff, as JSON; sealed (H14) */
    selection: text().$type<Sealed>().notNull(),
    /** what staff write to the family; sealed */
    note: text().$type<Sealed>(),
    /** the quote of the day of the offer, and the prices of the quote */
    quote: jsonb().notNull(),
    quote_hash: text().notNull(),
    prices: jsonb().notNull(),
    priced_on: day().notNull(),
    pay_by: text({ enum: OFFER_PAYERS }).notNull(),
    payment_method_id: rowRef().references(() => paymentMethods.id),
    state: text({ enum: OFFER_STATES }).notNull(),
    /** the order by which it was accepted */
    order_id: rowRef()
      .unique()
      .references(() => orders.id),
    made_by_id: rowRef()
      .notNull()
      .references(() => users.id),
    made_at: instant().notNull(),
    ends_at: instant().notNull(),
    /** when the family was reminded of the end */
    reminded_at: instant(),
    /** when the family or staff ended it */
    answered_at: instant(),
    /** why the family declined it, or staff withdrew it; sealed */
    answer: text().$type<Sealed>(),
    /** the offer that replaces it */
    replaced_by_id: rowRef(),
  },
  (t) => [
    uniqueIndex('one_open_offer')
      .on(t.student_id, t.route_id)
      .where(sql`${t.state} = 'open'`),
    index('sale_offers_open')
      .on(t.ends_at)
      .where(sql`${t.state} = 'open'`),
    index('sale_offers_user').on(t.user_id),
  ],
);

export const saleOffersErasure = rowsDeleted(saleOffers, 'account', {
  notCopied: ['prices', 'quote_hash'],
});
