import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { centsColumn, day, rateColumn, rowId, rowRef } from '../columns.ts';
import { options, users } from '../accounts/accounts.ts';
import { periodPrograms } from './catalog.ts';
import { students } from '../students.ts';
import { erasureOf, keptFor } from '../erasure.ts';

/** A bus line that a family can buy a seat on. `seats_taken` counts its live orders (O9, I6). */
export const routes = pgTable(
  'routes',
  {
    id: rowId(),
    period_program_id: rowRef()
      .notNull()
      .references(() => periodPrograms.id),
    name: text().notNull(),
    text_before: text().notNull().default(''),
    text_after: text().notNull().default(''),
    capacity: integer(),
    seats_taken: integer().notNull().default(0),
    has_pickup_location: boolean().notNull(),
    has_surge_pricing: boolean().notNull(),
    surge_pricing_text: text(),
    contract_pdf: text(),
    is_active: boolean().notNull().default(true),
    position: integer().notNull().default(0),
    version: integer().notNull().default(1),
  },
  (t) => [
    unique('routes_key').on(t.period_program_id, t.name),
    // The order of the office's list of orders by route: PostgreSQL sorts no outer table of a nested loop.
    index('routes_by_name').on(sql`lower(${t.name})`, t.id),
    check(
      'routes_never_oversold',
      sql`${t.seats_taken} >= 0 and (${t.capacity} is null or ${t.seats_taken} <= ${t.capacity})`,
    ),
  ],
);

/** How a route may be paid: the deposit today, then `number_payments - 1` payments of `amount` (T1 to T4). */
export const paymentTerms = pgTable(
  'payment_terms',
  {
    id: rowId(),
    route_id: rowRef()
      .notNull()
      .references(() => routes.id),
    name: text().notNull(),
    identifier: text().notNull(),
    payment_term_type_id: rowRef()
      .notNull()
      .references(() => options.id),
    from_dt: day(),
    thru_dt: day(),
    deposit_cents: centsColumn().notNull(),
    amount_cents: centsColumn().notNull(),
    number_payments: integer().notNull(),
    scheduled_dt: day(),
    prefix_text: text(),
    is_admin_only: boolean().notNull(),
    is_active: boolean().notNull().default(true),
    version: integer().notNull().default(1),
  },
  (t) => [
    unique('payment_terms_key').on(t.route_id, t.identifier),
    check(
      'payment_terms_amounts',
      sql`${t.deposit_cents} >= 0 and ${t.amount_cents} >= 0 and ${t.number_payments} >= 1`,
    ),
  ],
);

/** Something more to buy with a route, paid in full today (T11). */
export const addons = pgTable(
  'addons',
  {
    id: rowId(),
    route_id: rowRef()
      .notNull()
      .references(() => routes.id),
    name: text().notNull(),
    text: text().notNull(),
    amount_cents: centsColumn().notNull(),
    is_admin_only: boolean().notNull(),
    position: integer().notNull().default(0),
    is_active: boolean().notNull().default(true),
    version: integer().notNull().default(1),
  },
  (t) => [unique('addons_key').on(t.route_id, t.name), check('addons_amount', sql`${t.amount_cents} >= 0`)],
);

/** A discount of a route; a parent may use the sibling ones, staff the others (B4). */
export const routeDiscounts = pgTable(
  'route_discounts',
  {
    id: rowId(),
    route_id: rowRef()
      .notNull()
      .references(() => routes.id),
    text: text().notNull(),
    is_sibling_discount: boolean().notNull(),
    amount_flat_cents: centsColumn(),
    amount_percentage_milli_percent: rateColumn(),
    is_active: boolean().notNull().default(true),
    version: integer().notNull().default(1),
  },
  (t) => [
    unique('route_discounts_key').on(t.route_id, t.text),
    check(
      'route_discounts_amount',
      sql`coalesce(${t.amount_flat_cents}, ${t.amount_percentage_milli_percent}) >= 0`,
    ),
  ],
);

/** A code that opens financial aid for a program in a school year (A5). */
export const financialAidCodes = pgTable(
  'financial_aid_codes',
  {
    id: rowId(),
    period_program_id: rowRef()
      .notNull()
      .references(() => periodPrograms.id),
    code: text().notNull(),
    awarded_amount_cents: centsColumn(),
    /** what the family pays at least for the year; null for the least of A2 */
    least_amount_cents: centsColumn(),
    /** nothing is charged and no number issued before staff have confirmed the aid (A6) */
    needs_confirmation: boolean().notNull().default(false),
    expires_on: day(),
    max_uses: integer(),
    uses: integer().notNull().default(0),
    student_id: rowRef().references(() => students.id),
    /** the member of the staff who drew it; null for one that the season brings */
    made_by_id: rowRef().references(() => users.id),
    is_active: boolean().notNull().default(true),
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('financial_aid_codes_key').on(t.period_program_id, sql`lower(${t.code})`),
    index('financial_aid_codes_search').on(sql`lower(${t.code}) text_pattern_ops`),
    check('financial_aid_codes_uses', sql`${t.max_uses} is null or ${t.uses} <= ${t.max_uses}`),
    index('financial_aid_codes_student').on(t.student_id),
  ],
);

export const financialAidCodesErasure = erasureOf(
  financialAidCodes,
  keptFor('a code of the season; it names a student by number', [
    'id',
    'period_program_id',
    'code',
    'awarded_amount_cents',
    'least_amount_cents',
    'needs_confirmation',
    'expires_on',
    'max_uses',
    'uses',
    'student_id',
    'made_by_id',
    'is_active',
    'version',
  ]),
);
