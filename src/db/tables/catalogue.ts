import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { centsColumn, day, rateColumn, rowId, rowRef } from './columns.ts';
import { options } from './accounts.ts';
import { students } from './students.ts';

/** The company's settings, one row; the season file brings them. */
export const company = pgTable('company', {
  onlyRow: boolean().primaryKey().default(true),
  name: text().notNull(),
  timeZone: text().notNull().default('America/New_York'),
  currency: text().notNull().default('USD'),
  halfRoundingUnitCents: centsColumn().notNull().default(sql`1`),
  aidFeeBase: text({ enum: ['subtotal', 'charge'] }).notNull().default('subtotal'),
  dispatchPhone: text().notNull(),
  dispatchEmail: text().notNull(),
  hiringEmail: text().notNull(),
  customerServiceEmail: text().notNull(),
  /** the names of the school years whose contracts a refund can be asked for (R1) */
  refundPeriods: text().array().notNull().default(sql`'{2019}'`),
});

/** What is sold; the only row is the Transportation Contract. */
export const products = pgTable('products', { id: rowId(), name: text().notNull().unique() });

/** A legal entity of the company, with its own letterhead and bank terms. */
export const divisions = pgTable('divisions', {
  id: rowId(),
  key: text().notNull().unique(),
  companyName: text().notNull(),
  address1: text('address_1').notNull(),
  city: text().notNull(),
  state: text().notNull(),
  zip: text().notNull(),
  phoneMain: text().notNull(),
  achTerms: text(),
});

/** A school year. */
export const periods = pgTable('periods', {
  id: rowId(),
  name: text().notNull().unique(),
  text: text().notNull(),
  startsOn: day().notNull(),
  endsOn: day().notNull(),
  firstDayOfSchool: day(),
  aidBalanceDueDt: day(),
  /** the last days, in company time, on which a family may ask or approve; null never ends (R1, C3) */
  refundCutoff: day(),
  reassignCutoff: day(),
  /** both stay shut until staff or the season open them (R1) */
  refundOpen: boolean().notNull().default(false),
  reassignOpen: boolean().notNull().default(false),
});

/** A school. Its path is its landing page. */
export const programGroups = pgTable(
  'program_groups',
  {
    id: rowId(),
    divisionId: rowRef().notNull().references(() => divisions.id),
    path: text().notNull(),
    text: text().notNull(),
    isActive: boolean().notNull(),
    routesEmail: text(),
    currentPeriodId: rowRef().references(() => periods.id),
    position: integer().notNull().default(0),
  },
  (t) => [uniqueIndex('program_groups_path').on(sql`lower(${t.path})`)],
);

/** A part of a school that contracts are sold for. */
export const programs = pgTable('programs', {
  id: rowId(),
  programGroupId: rowRef().notNull().references(() => programGroups.id),
  name: text().notNull().unique(),
  text: text().notNull(),
  paymentMethod: text(),
  achTerms: text(),
  position: integer().notNull().default(0),
});

export const programGrades = pgTable(
  'program_grades',
  {
    id: rowId(),
    programId: rowRef().notNull().references(() => programs.id),
    text: text().notNull(),
    position: integer().notNull(),
  },
  (t) => [unique('program_grades_text').on(t.programId, t.text)],
);

/** A school in a school year: whether it sells, and what its landing page says. */
export const periodProgramGroups = pgTable(
  'period_program_groups',
  {
    id: rowId(),
    periodId: rowRef().notNull().references(() => periods.id),
    programGroupId: rowRef().notNull().references(() => programGroups.id),
    isActive: boolean().notNull(),
    activeMsg: text(),
    inactiveMsg: text(),
    /** null takes the period's day (O11) */
    firstDayOfSchool: day(),
  },
  (t) => [unique('period_program_groups_key').on(t.periodId, t.programGroupId)],
);

/** A contract to print, sign and mail with a check. */
export const printableContracts = pgTable(
  'printable_contracts',
  {
    id: rowId(),
    periodProgramGroupId: rowRef().notNull().references(() => periodProgramGroups.id),
    name: text().notNull(),
    fileName: text().notNull(),
    position: integer().notNull().default(0),
  },
  (t) => [unique('printable_contracts_key').on(t.periodProgramGroupId, t.fileName)],
);

/** A program in a school year: its rules, texts and prices hang here. */
export const periodPrograms = pgTable(
  'period_programs',
  {
    id: rowId(),
    periodId: rowRef().notNull().references(() => periods.id),
    programId: rowRef().notNull().references(() => programs.id),
    isActive: boolean().notNull(),
    isPhotoRequired: boolean().notNull(),
    allowStudentExitBusAlone: boolean().notNull(),
    hasPickupLocation: boolean().notNull(),
    acceptFinancialAid: boolean().notNull(),
    contractTextIntro: text(),
    contractText: text(),
    faq: text(),
  },
  (t) => [unique('period_programs_key').on(t.periodId, t.programId)],
);

/** A fee by payment type: flat, else a percentage; where both are set the flat one counts (P1). */
export const paymentTypeSurcharges = pgTable(
  'payment_type_surcharges',
  {
    id: rowId(),
    periodProgramId: rowRef().notNull().references(() => periodPrograms.id),
    name: text().notNull(),
    paymentTypeId: rowRef().notNull().references(() => options.id),
    amountFlatCents: centsColumn(),
    amountPercentageMilliPercent: rateColumn(),
  },
  (t) => [
    unique('payment_type_surcharges_key').on(t.periodProgramId, t.name),
    check('payment_type_surcharges_amount', sql`coalesce(${t.amountFlatCents}, ${t.amountPercentageMilliPercent}) >= 0`),
  ],
);

/** A bus line that a family can buy a seat on. `seats_taken` counts its live orders (O9, I6). */
export const routes = pgTable(
  'routes',
  {
    id: rowId(),
    periodProgramId: rowRef().notNull().references(() => periodPrograms.id),
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
    check('routes_never_oversold', sql`${t.seatsTaken} >= 0 and (${t.capacity} is null or ${t.seatsTaken} <= ${t.capacity})`),
  ],
);

/** How a route may be paid: the deposit today, then `number_payments - 1` payments of `amount` (T1 to T4). */
export const paymentTerms = pgTable(
  'payment_terms',
  {
    id: rowId(),
    routeId: rowRef().notNull().references(() => routes.id),
    name: text().notNull(),
    identifier: text().notNull(),
    paymentTermTypeId: rowRef().notNull().references(() => options.id),
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
    check('payment_terms_amounts', sql`${t.depositCents} >= 0 and ${t.amountCents} >= 0 and ${t.numberPayments} >= 1`),
  ],
);

/** Something more to buy with a route, paid in full today (T11). */
export const addons = pgTable(
  'addons',
  {
    id: rowId(),
    routeId: rowRef().notNull().references(() => routes.id),
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
    routeId: rowRef().notNull().references(() => routes.id),
    text: text().notNull(),
    isSiblingDiscount: boolean().notNull(),
    amountFlatCents: centsColumn(),
    amountPercentageMilliPercent: rateColumn(),
  },
  (t) => [
    unique('route_discounts_key').on(t.routeId, t.text),
    check('route_discounts_amount', sql`coalesce(${t.amountFlatCents}, ${t.amountPercentageMilliPercent}) >= 0`),
  ],
);

/** A code that opens financial aid for a program in a school year (A5). */
export const financialAidCodes = pgTable(
  'financial_aid_codes',
  {
    id: rowId(),
    periodProgramId: rowRef().notNull().references(() => periodPrograms.id),
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
