import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { centsColumn, day, rateColumn, rowId, rowRef } from './columns.ts';
import { options } from './accounts.ts';

/** The company's settings, one row; the season file brings them. */
export const company = pgTable('company', {
  onlyRow: boolean().primaryKey().default(true),
  name: text().notNull(),
  timeZone: text().notNull().default('America/New_York'),
  currency: text().notNull().default('USD'),
  halfRoundingUnitCents: centsColumn()
    .notNull()
    .default(sql`1`),
  aidFeeBase: text({ enum: ['subtotal', 'charge'] })
    .notNull()
    .default('subtotal'),
  dispatchPhone: text().notNull(),
  dispatchEmail: text().notNull(),
  hiringEmail: text().notNull(),
  customerServiceEmail: text().notNull(),
  /** the names of the school years whose contracts a refund can be asked for (R1) */
  refundPeriods: text()
    .array()
    .notNull()
    .default(sql`'{2019}'`),
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
    divisionId: rowRef()
      .notNull()
      .references(() => divisions.id),
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
  programGroupId: rowRef()
    .notNull()
    .references(() => programGroups.id),
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
    programId: rowRef()
      .notNull()
      .references(() => programs.id),
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
    periodId: rowRef()
      .notNull()
      .references(() => periods.id),
    programGroupId: rowRef()
      .notNull()
      .references(() => programGroups.id),
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
    periodProgramGroupId: rowRef()
      .notNull()
      .references(() => periodProgramGroups.id),
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
    periodId: rowRef()
      .notNull()
      .references(() => periods.id),
    programId: rowRef()
      .notNull()
      .references(() => programs.id),
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
    periodProgramId: rowRef()
      .notNull()
      .references(() => periodPrograms.id),
    name: text().notNull(),
    paymentTypeId: rowRef()
      .notNull()
      .references(() => options.id),
    amountFlatCents: centsColumn(),
    amountPercentageMilliPercent: rateColumn(),
  },
  (t) => [
    unique('payment_type_surcharges_key').on(t.periodProgramId, t.name),
    check(
      'payment_type_surcharges_amount',
      sql`coalesce(${t.amountFlatCents}, ${t.amountPercentageMilliPercent}) >= 0`,
    ),
  ],
);
