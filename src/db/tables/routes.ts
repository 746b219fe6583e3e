import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { centsColumn, day, rateColumn, rowId, rowRef } from './columns.ts';
import { options } from './accounts.ts';
import { periodPrograms } from './catalog.ts';
import { students } from './students.ts';

/** A bus line that a family can buy a seat on. `seats_taken` counts its live orders (O9, I6). */
export const routes = pgTable(
  'routes',
  {
    id: rowId(),
    periodProgramId: rowRef()
      .notNull()
      .references(() => periodPrograms.id),
    name: text().notNull(),
    textBefore: text().notNull().default(''),
    textAfter: text().notNull().default(''),
    capacity: integer(),
    seatsTaken: integer().notNull().default(0),
    hasPickupLocation: boolean().notNull(),
    hasSurgePricing: boolean().notNull(),
    surgePricingText: text(),
    contractPdf: text(),
    isActive: boolean().notNull().default(true),
    position: integer().notNull().default(0),
  },
  (t) => [
    unique('routes_key').on(t.periodProgramId, t.name),
    check(
      'routes_never_oversold',
      sql`${t.seatsTaken} >= 0 and (${t.capacity} is null or ${t.seatsTaken} <= ${t.capacity})`,
    ),
  ],
);

/** How a route may be paid: the deposit today, then `number_payments - 1` payments of `amount` (T1 to T4). */
export const paymentTerms = pgTable(
  'payment_terms',
  {
    id: rowId(),
    routeId: rowRef()
      .notNull()
      .references(() => routes.id),
    name: text().notNull(),
    identifier: text().notNull(),
    paymentTermTypeId: rowRef()
      .notNull()
      .references(() => options.id),
    fromDt: day(),
    thruDt: day(),
    depositCents: centsColumn().notNull(),
    amountCents: centsColumn().notNull(),
    numberPayments: integer().notNull(),
    scheduledDt: day(),
    prefixText: text(),
    isAdminOnly: boolean().notNull(),
  },
  (t) => [
    unique('payment_terms_key').on(t.routeId, t.identifier),
    check(
      'payment_terms_amounts',
      sql`${t.depositCents} >= 0 and ${t.amountCents} >= 0 and ${t.numberPayments} >= 1`,
    ),
  ],
);

/** Something more to buy with a route, paid in full today (T11). */
export const addons = pgTable(
  'addons',
  {
    id: rowId(),
    routeId: rowRef()
      .notNull()
      .references(() => routes.id),
    name: text().notNull(),
    text: text().notNull(),
    amountCents: centsColumn().notNull(),
    isAdminOnly: boolean().notNull(),
    position: integer().notNull().default(0),
  },
  (t) => [unique('addons_key').on(t.routeId, t.name), check('addons_amount', sql`${t.amountCents} >= 0`)],
);

/** A discount of a route; a parent may use the sibling ones, staff the others (B4). */
export const routeDiscounts = pgTable(
  'route_discounts',
  {
    id: rowId(),
    routeId: rowRef()
      .notNull()
      .references(() => routes.id),
    text: text().notNull(),
    isSiblingDiscount: boolean().notNull(),
    amountFlatCents: centsColumn(),
    amountPercentageMilliPercent: rateColumn(),
  },
  (t) => [
    unique('route_discounts_key').on(t.routeId, t.text),
    check(
      'route_discounts_amount',
      sql`coalesce(${t.amountFlatCents}, ${t.amountPercentageMilliPercent}) >= 0`,
    ),
  ],
);

/** A code that opens financial aid for a program in a school year (A5). */
export const financialAidCodes = pgTable(
  'financial_aid_codes',
  {
    id: rowId(),
    periodProgramId: rowRef()
      .notNull()
      .references(() => periodPrograms.id),
    code: text().notNull(),
    awardedAmountCents: centsColumn(),
    expiresOn: day(),
    maxUses: integer(),
    uses: integer().notNull().default(0),
    studentId: rowRef().references(() => students.id),
  },
  (t) => [
    uniqueIndex('financial_aid_codes_key').on(t.periodProgramId, sql`lower(${t.code})`),
    check('financial_aid_codes_uses', sql`${t.maxUses} is null or ${t.uses} <= ${t.maxUses}`),
    index('financial_aid_codes_student').on(t.studentId),
  ],
);
