import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { CARD_FEE_REFUNDS } from '#modules/catalog/card-fee.states.ts';
import { isReservedPath } from '#kit/pages/reserved-paths.ts';
import * as f from './season-fields.ts';

const companyOf = (today: PlainDate) =>
  f.record({
    name: f.text(),
    time_zone: f.timeZone(),
    currency: f.choice(['USD']),
    half_rounding_unit_cents: f
      .count(1)
      .refine((unit) => unit === 1 || unit === 100, m.catalog_season_must_be_choice({ values: '1, 100' }))
      .transform(cents),
    aid_fee_base: f.choice(['subtotal', 'charge']),
    dispatch_phone: f.text(),
    dispatch_email: f.email(),
    hiring_email: f.email(),
    customer_service_email: f.email(),
    /** names of the periods open to refund requests; left out, unchanged (R1) */
    refund_periods: f.names(),
    /**
     * in cents; above, a second person approves refunds and waivers. null: no approval; left out: unchanged
     * (H4)
     */
    second_person_above_cents: f
      .countOrNone(1)
      .transform((sum) => (sum === null ? null : cents(sum)))
      .optional(),
    // Every field of the card fee may be left out and then stays unchanged (S5, R4).
    card_fee_cap: f.rate().optional(),
    card_fee_state_caps: f.byState(f.rate()).optional(),
    card_fee_free_states: f.states(),
    card_fee_notified_on: f.day(today).nullable().optional(),
    card_fee_refund: f.choice(CARD_FEE_REFUNDS).nullable().optional(),
  });

const divisionOf = () =>
  f.record({
    key: f.text(),
    company_name: f.text(),
    address_1: f.text(),
    city: f.text(),
    state: f.text(),
    zip: f.text(50),
    phone_main: f.text(),
    ach_terms: f.htmlOrNone(),
  });

const PATH = /^[a-z0-9][a-z0-9_-]*$/i;

const programOf = () =>
  f.record({
    name: f.text(),
    text: f.text(),
    payment_method: f.textOrNone(),
    ach_terms: f.htmlOrNone(),
    grades: f.list(f.text()),
  });

const programGroupOf = () =>
  f.record({
    path: f
      .text(100)
      .regex(PATH, m.catalog_season_must_be_path())
      .refine((path) => !isReservedPath(path), m.catalog_season_path_reserved()),
    text: f.text(),
    division: f.text(),
    is_active: f.flag(),
    routes_email: f.emailOrNone(),
    programs: f.list(programOf()),
  });

const paymentTermOf = (today: PlainDate) =>
  f
    .record({
      name: f.text(),
      identifier: f.text(),
      payment_term_type: f.choice(['paymentTermTypeFull', 'paymentTermTypeScheduled']),
      from_dt: f.dayOrNone(today),
      thru_dt: f.dayOrNone(today),
      deposit: f.dollars(),
      amount: f.dollars(),
      number_payments: f.count(1),
      scheduled_dt: f.dayOrNone(today),
      prefix_text: f.textOrNone(),
      is_admin_only: f.flag(),
    })
    .check(f.needsPaymentsOfItsType, f.needsOrderedDays('from_dt', 'thru_dt'));

const addonOf = () =>
  f.record({ name: f.text(), text: f.text(), amount: f.dollars(), is_admin_only: f.flag() });

const discountOf = () =>
  f
    .record({
      text: f.text(),
      is_sibling_discount: f.flag(),
      amount_flat: f.dollarsOrNone(),
      amount_percentage: f.percentOrNone(),
    })
    .check(f.needsAnAmount);

const routeOf = (today: PlainDate) =>
  f
    .record({
      name: f.text(),
      text_before: f.looseText(),
      text_after: f.looseText(),
      capacity: f.countOrNone(0),
      has_pickup_location: f.flag(),
      has_surge_pricing: f.flag(),
      surge_pricing_text: f.htmlOrNone(),
      contract_pdf: f
        .fileName()
        .nullish()
        .transform((name) => name ?? null),
      /** false takes a route out of sale */
      is_active: f.flag().default(true),
      payment_terms: f.list(paymentTermOf(today)),
      addons: f.list(addonOf()),
      discounts: f.list(discountOf()),
    })
    .check(f.needsChargeableTerms);

const PAYMENT_TYPES = [
  'paymentTypeCreditCard',
  'paymentTypeAch',
  'paymentTypeCheck',
  'paymentTypeCash',
] as const;

const surchargeOf = () =>
  f
    .record({
      name: f.text(),
      payment_type: f.choice(PAYMENT_TYPES),
      amount_flat: f.dollarsOrNone(),
      amount_percentage: f.percentOrNone(),
    })
    .check(f.needsAnAmount);

const aidCodeOf = (today: PlainDate) =>
  f.record({
    code: f.text(20),
    awarded_amount: f.dollarsOrNone(),
    /** the smallest contribution for the year */
    least_amount: f.dollarsOrNone(),
    /** nothing is charged before staff confirm the aid (A6) */
    needs_confirmation: f.flag().default(false),
    expires_on: f.dayOrNone(today),
    max_uses: f.countOrNone(1),
  });

const periodProgramOf = (today: PlainDate) =>
  f.record({
    program: f.text(),
    is_active: f.flag(),
    is_photo_required: f.flag(),
    allow_student_exit_bus_alone: f.flag(),
    has_pickup_location: f.flag(),
    accept_financial_aid: f.flag(),
    contract_text_intro: f.htmlOrNone(),
    contract_text: f.htmlOrNone(),
    faq: f.htmlOrNone(),
    payment_type_surcharges: f.list(surchargeOf()),
    routes: f.list(routeOf(today)),
    financial_aid_codes: f.list(aidCodeOf(today)),
  });

const printableOf = () => f.record({ name: f.text(), file_name: f.fileName() });

const periodGroupOf = (today: PlainDate) =>
  f.record({
    program_group: f.text(),
    is_active: f.flag(),
    /** overrides the period's `is_current` for a school */
    is_current: f.flag().optional(),
    active_msg: f.htmlOrNone(),
    inactive_msg: f.htmlOrNone(),
    /** overrides the period's day for a school (O11) */
    first_day_of_school: f.dayOrNone(today),
    printable_contracts: f.list(printableOf()),
  });

const periodOf = (today: PlainDate) =>
  f
    .record({
      name: f.text(),
      text: f.text(),
      starts_on: f.day(today),
      ends_on: f.day(today),
      first_day_of_school: f.dayOrNone(today),
      aid_balance_due_dt: f.dayOrNone(today),
      refund_cutoff: f.dayOrNone(today),
      reassign_cutoff: f.dayOrNone(today),
      /** left out, these stay as set by staff (R1) */
      refund_open: f.flag().optional(),
      reassign_open: f.flag().optional(),
      reassign_to: f.textOrNone().optional(),
      /** the period becomes the current period of the groups; false changes nothing */
      is_current: f.flag(),
      program_groups: f.list(periodGroupOf(today)),
      programs: f.list(periodProgramOf(today)),
    })
    .check(f.needsOrderedDays('starts_on', 'ends_on'));

const contentBlockOf = () =>
  f.record({
    key: f.text(),
    category: f.text(),
    content: f.contentPath(),
    helper_text: f.textOrNone(),
    is_active: f.flag(),
  });

/**
 * The shape of a whole season file (K2). Field names come from the specifications; dollars become cents,
 * percent numbers thousandths of a percent, and dates calendar days.
 * @param today the base of `today+30d`, by the portal's clock
 */
export function seasonShape(today: PlainDate) {
  return f.record({
    format: f.constant('schoolrun-season', m.catalog_season_must_be_format),
    version: f.constant(1, m.catalog_season_must_be_version),
    company: companyOf(today).optional(),
    divisions: f.list(divisionOf()),
    program_groups: f.list(programGroupOf()),
    periods: f.list(periodOf(today)),
    content_blocks: f.list(contentBlockOf()),
  });
}

/** Every record of a season file by name; the export writes exactly these fields, in this order. */
export const recordShapes = (today: PlainDate) => ({
  company: companyOf(today),
  division: divisionOf(),
  program_group: programGroupOf(),
  program: programOf(),
  period: periodOf(today),
  period_group: periodGroupOf(today),
  printable: printableOf(),
  period_program: periodProgramOf(today),
  surcharge: surchargeOf(),
  aid_code: aidCodeOf(today),
  route: routeOf(today),
  payment_term: paymentTermOf(today),
  addon: addonOf(),
  discount: discountOf(),
  content_block: contentBlockOf(),
});
export const htmlFields = (today: PlainDate) =>
  new Set(
    Object.values(recordShapes(today)).flatMap(({ shape }) =>
      Object.entries(shape)
        .filter(([, field]) => (field as z.ZodType).meta()?.format === 'html')
        .map(([name]) => name),
    ),
  );

export type RecordName = keyof ReturnType<typeof recordShapes>;

export type Season = z.output<ReturnType<typeof seasonShape>>;
export type SeasonPeriod = Season['periods'][number];
export type SeasonPeriodProgram = SeasonPeriod['programs'][number];
export type SeasonRoute = SeasonPeriodProgram['routes'][number];
export type SeasonContentBlock = Season['content_blocks'][number];
