import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { MilliPercent } from '#kit/money.ts';
import { CARD_FEE_REFUNDS } from '#modules/catalog/card-fee.states.ts';
import { OTHER_LINE } from '#kit/text/line-color.ts';
import { centsColumn, day, instant, rateColumn, rowId, rowRef } from '../columns.ts';
import { options } from '../accounts/accounts.ts';

/** The company's settings, one row; the season file brings them. */
export const company = pgTable('company', {
  only_row: boolean().primaryKey().default(true),
  name: text().notNull(),
  time_zone: text().notNull().default('America/New_York'),
  currency: text().notNull().default('USD'),
  half_rounding_unit_cents: centsColumn()
    .notNull()
    .default(sql`1`),
  aid_fee_base: text({ enum: ['subtotal', 'charge'] })
    .notNull()
    .default('subtotal'),
  dispatch_phone: text().notNull(),
  dispatch_email: text().notNull(),
  hiring_email: text().notNull(),
  customer_service_email: text().notNull(),
  /** the names of the school years whose contracts a refund can be asked for (R1) */
  refund_periods: text()
    .array()
    .notNull()
    .default(sql`'{2019}'`),
  /** a refund or waiver above it is approved by a second person of the staff; null asks nobody (H4) */
  second_person_above_cents: centsColumn(),
  /** the most that paying by credit card may cost more, in thousandths of a percent (S5) */
  card_fee_cap: rateColumn()
    .notNull()
    .default(sql`3000`),
  /** the same where the law of the card's state allows less, by state */
  card_fee_state_caps: jsonb()
    .$type<Readonly<Record<string, MilliPercent>>>()
    .notNull()
    .default(sql`'{"CO": 2000}'`),
  /** the states whose cards pay no fee */
  card_fee_free_states: text()
    .array()
    .notNull()
    .default(sql`'{CT,MA,ME,OK,PR}'`),
  /** when acquirer and networks were told of the fee; real money pays none until 30 days later */
  card_fee_notified_on: day(),
  /** whether a refund of a part takes its share of the fee along; null: where money is real (R4) */
  card_fee_refund: text({ enum: CARD_FEE_REFUNDS }),
  /** when families reach dispatch, in words; null until the portal has taken the first facts (SE13.1) */
  dispatch_hours: text(),
  /** what a change of a signed contract costs */
  change_fee_cents: centsColumn()
    .notNull()
    .default(sql`0`),
  /** how long an offer of staff holds */
  offer_hours: integer().notNull().default(72),
  /** after how many days waiting work turns amber and red, by its kind; others after the usual days */
  work_ages: jsonb().$type<Readonly<Record<string, { amber: number; red: number }>>>(),
  /** goes up with each change, as that of every object below (SE3.6) */
  version: integer().notNull().default(1),
});

/**
 * The version of all that the catalog says, one row: another one after every write of a table that the
 * catalog is read from. A trigger of each of these tables sets it, so a write by hand counts as well.
 */
export const catalogVersion = pgTable('catalog_version', {
  only_row: boolean().primaryKey().default(true),
  version: uuid().notNull().defaultRandom(),
});

/** What is sold; the only row is the Transportation Contract. */
export const products = pgTable('products', { id: rowId(), name: text().notNull().unique() });

/** A legal entity of the company, with its own letterhead and bank terms. */
export const divisions = pgTable('divisions', {
  id: rowId(),
  key: text().notNull().unique(),
  company_name: text().notNull(),
  address_1: text().notNull(),
  city: text().notNull(),
  state: text().notNull(),
  zip: text().notNull(),
  phone_main: text().notNull(),
  /** of its letters to a tax office */
  tax_id: text(),
  ach_terms: text(),
  version: integer().notNull().default(1),
});

/** A school year. */
export const periods = pgTable('periods', {
  id: rowId(),
  name: text().notNull().unique(),
  text: text().notNull(),
  starts_on: day().notNull(),
  ends_on: day().notNull(),
  first_day_of_school: day(),
  aid_balance_due_dt: day(),
  /** the last days, in company time, on which a family may ask or approve; null never ends (R1, C3) */
  refund_cutoff: day(),
  reassign_cutoff: day(),
  /** both stay shut until staff or the season open them (R1) */
  refund_open: boolean().notNull().default(false),
  reassign_open: boolean().notNull().default(false),
  /** the company that takes the contracts over; families approve nothing until it is named */
  reassign_to: text(),
  /** where this company takes checks and calls, and until which day; null until it has said so (MP5) */
  reassign_address_1: text(),
  reassign_city: text(),
  reassign_state: text(),
  reassign_zip: text(),
  reassign_phone: text(),
  reassign_due_on: day(),
  /** null: a draft, which families and visitors see nothing of (SE3.12) */
  published_at: instant(),
  /** the season that a roll-over has made this one of; each is rolled over once (SE9.1) */
  rolled_from_id: rowRef()
    .unique()
    .references((): AnyPgColumn => periods.id, { onDelete: 'set null' }),
  /** goes up with each change, so a form that has not seen the last one is refused (MD5) */
  version: integer().notNull().default(1),
});

/** A school. Its path is its landing page. */
export const programGroups = pgTable(
  'program_groups',
  {
    id: rowId(),
    division_id: rowRef()
      .notNull()
      .references(() => divisions.id),
    path: text().notNull(),
    text: text().notNull(),
    is_active: boolean().notNull(),
    routes_email: text(),
    /** of its routes, on screens and on paper; white letters can be read on it */
    line_color: text().notNull().default(OTHER_LINE),
    is_on_home_page: boolean().notNull().default(true),
    /** a picture below the storage; null: a building like any other */
    drawing_file: text(),
    /** addresses that the school has had and that lead to the one of today (SE2.7) */
    old_paths: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** as set by hand; an opening may make another period current since (SE8.4) */
    current_period_id: rowRef().references(() => periods.id),
    /** null: before there were hours of opening */
    current_set_at: instant(),
    position: integer().notNull().default(0),
    version: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('program_groups_path').on(sql`lower(${t.path})`)],
);

/** A part of a school that contracts are sold for. */
export const programs = pgTable('programs', {
  id: rowId(),
  program_group_id: rowRef()
    .notNull()
    .references(() => programGroups.id),
  name: text().notNull().unique(),
  text: text().notNull(),
  payment_method: text(),
  /** a line of the address of its checks, and what its families read about checks; null takes none */
  check_attention: text(),
  check_text: text(),
  ach_terms: text(),
  position: integer().notNull().default(0),
  is_active: boolean().notNull().default(true),
  version: integer().notNull().default(1),
});

/** A grade of a program, as families choose it. */
export const programGrades = pgTable(
  'program_grades',
  {
    id: rowId(),
    program_id: rowRef()
      .notNull()
      .references(() => programs.id),
    text: text().notNull(),
    position: integer().notNull(),
    is_active: boolean().notNull().default(true),
    version: integer().notNull().default(1),
  },
  (t) => [unique('program_grades_text').on(t.program_id, t.text)],
);

/** A school in a school year: the switch and the hours of its sale, and what its landing page says. */
export const periodProgramGroups = pgTable(
  'period_program_groups',
  {
    id: rowId(),
    period_id: rowRef()
      .notNull()
      .references(() => periods.id),
    program_group_id: rowRef()
      .notNull()
      .references(() => programGroups.id),
    is_active: boolean().notNull(),
    opens_at: instant(),
    closes_at: instant(),
    /** the opening makes the period the current one of the school */
    becomes_current: boolean().notNull().default(true),
    active_msg: text(),
    inactive_msg: text(),
    /** null takes the period's day (O11) */
    first_day_of_school: day(),
    /** as a period's */
    version: integer().notNull().default(1),
  },
  (t) => [unique('period_program_groups_key').on(t.period_id, t.program_group_id)],
);

/** A contract to print, sign and mail with a check. */
export const printableContracts = pgTable(
  'printable_contracts',
  {
    id: rowId(),
    period_program_group_id: rowRef()
      .notNull()
      .references(() => periodProgramGroups.id),
    name: text().notNull(),
    file_name: text().notNull(),
    position: integer().notNull().default(0),
    is_active: boolean().notNull().default(true),
    version: integer().notNull().default(1),
  },
  (t) => [unique('printable_contracts_key').on(t.period_program_group_id, t.file_name)],
);

/** A program in a school year: its rules, texts and prices hang here. */
export const periodPrograms = pgTable(
  'period_programs',
  {
    id: rowId(),
    period_id: rowRef()
      .notNull()
      .references(() => periods.id),
    program_id: rowRef()
      .notNull()
      .references(() => programs.id),
    is_active: boolean().notNull(),
    is_photo_required: boolean().notNull(),
    allow_student_exit_bus_alone: boolean().notNull(),
    has_pickup_location: boolean().notNull(),
    accept_financial_aid: boolean().notNull(),
    contract_text_intro: text(),
    contract_text: text(),
    faq: text(),
    /** how families of the program pay the company that takes the contracts over (MP5) */
    reassign_instructions: text(),
    version: integer().notNull().default(1),
  },
  (t) => [unique('period_programs_key').on(t.period_id, t.program_id)],
);

/** A fee by payment type: flat, else a percentage; where both are set the flat one counts (P1). */
export const paymentTypeSurcharges = pgTable(
  'payment_type_surcharges',
  {
    id: rowId(),
    period_program_id: rowRef()
      .notNull()
      .references(() => periodPrograms.id),
    name: text().notNull(),
    payment_type_id: rowRef()
      .notNull()
      .references(() => options.id),
    amount_flat_cents: centsColumn(),
    amount_percentage_milli_percent: rateColumn(),
    is_active: boolean().notNull().default(true),
    version: integer().notNull().default(1),
  },
  (t) => [
    unique('payment_type_surcharges_key').on(t.period_program_id, t.name),
    check(
      'payment_type_surcharges_amount',
      sql`coalesce(${t.amount_flat_cents}, ${t.amount_percentage_milli_percent}) >= 0`,
    ),
  ],
);
