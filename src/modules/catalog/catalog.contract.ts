import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { dayShape, idShape, instantShape, milliPercentShape } from '#kit/endpoint/wire.ts';
import { catalogRefusals } from './catalog.refusals.ts';
import { priceSettingsShape } from './catalog.shapes.ts';

export const letterheadShape = z.object({
  company_name: z.string(),
  address_1: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone_main: z.string(),
});

export const divisionShape = z.object({
  id: idShape,
  ach_terms: z.string().nullable(),
  ...letterheadShape.shape,
});

export type Division = z.output<typeof divisionShape>;

export const periodShape = z.object({
  id: idShape,
  name: z.string(),
  text: z.string(),
  starts_on: dayShape,
  ends_on: dayShape,
  /** null: June 30 of the period's first year (A4) */
  aid_balance_due_dt: dayShape.nullable(),
});

export type Period = z.output<typeof periodShape>;

export const schoolShape = z.object({
  id: idShape,
  path: z.string(),
  text: z.string(),
  is_active: z.boolean(),
  current_period_id: idShape.nullable(),
});

export const programGroupShape = schoolShape.extend({
  routes_email: z.string().nullable(),
  /** the school year whose contracts open next by an hour; null while the school sells, or without an hour */
  coming: z.object({ period_id: idShape, opens_at: instantShape }).nullable(),
  /** a picture below `/storage/`; null: a building like any other */
  drawing_file: z.string().nullable(),
  division: divisionShape,
});

export type ProgramGroup = z.output<typeof programGroupShape>;

export const programShape = z.object({
  id: idShape,
  name: z.string(),
  text: z.string(),
  /** true if the program sells in the current period of the group */
  is_active: z.boolean(),
  payment_method: z.string().nullable(),
  /** null: the division's terms */
  ach_terms: z.string().nullable(),
  division_id: idShape,
  program_group: z.object({ id: idShape, path: z.string(), text: z.string() }),
});

export type Program = z.output<typeof programShape>;

export const gradeShape = z.object({ id: idShape, text: z.string() });

export type Grade = z.output<typeof gradeShape>;

/** Sanitized HTML of a landing page, during and outside of sales. */
export const landingTextsShape = z.object({
  active_msg: z.string().nullable(),
  inactive_msg: z.string().nullable(),
});

export type LandingTexts = z.output<typeof landingTextsShape>;

export const periodProgramGroupShape = z.object({
  id: idShape,
  /** the school sells contracts of the period now (SE8.2) */
  is_active: z.boolean(),
  /** closed within the last 15 minutes: a checkout opened before may be finished (SE8.5) */
  is_closing: z.boolean(),
  closes_at: instantShape.nullable(),
  ...landingTextsShape.shape,
  period: periodShape,
  program_group_id: idShape,
  /** files at `/storage/period-program-groups/{groupId}/{file_name}`, where groupId is this record's `id` */
  printable_contracts: z.array(z.object({ name: z.string(), file_name: z.string() })),
});

export type PeriodProgramGroup = z.output<typeof periodProgramGroupShape>;

export const contactShape = z.object({
  dispatch_phone: z.string(),
  dispatch_email: z.string(),
  hiring_email: z.string(),
  customer_service_email: z.string(),
});

export type Contact = z.output<typeof contactShape>;

export type PriceSettings = z.output<typeof priceSettingsShape>;

/** The limit of today's credit card fee, in thousandths of a percent (S5). */
export const cardFeeShape = z.object({
  /** 0: no credit card pays the card surcharge */
  cap: milliPercentShape,
  /** the base of the cap: the base of the surcharge, or the actual charge */
  cap_of: z.enum(['base', 'charge']),
  /** differing caps by state of the billing address; 0 pays nothing */
  state_caps: z.record(z.string(), milliPercentShape),
});

export type CardFee = z.output<typeof cardFeeShape>;

const PAYMENT_WAYS = ['card', 'bank'] as const;

export type PaymentWay = (typeof PAYMENT_WAYS)[number];

export const serverInfoShape = z.object({
  /** YYYY-MM-DD in company time */
  date: dayShape,
  /** MM/dd/yyyy */
  date_human: z.string(),
  date_time: z.object({ date: z.string(), timezone: z.string() }),
  /** the server's clock; phones count the time to an opening by the time passed since */
  now: instantShape,
  /** until the company's next day; an open page then reads again */
  seconds_left_today: z.number().int().positive(),
  is_sandbox: z.boolean(),
  /** the processor; with Stripe, families type cards and accounts into Stripe's own fields */
  payments: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sandbox') }),
    z.object({
      kind: z.literal('stripe'),
      publishable_key: z.string(),
      /** real money; otherwise Stripe's test cards only */
      is_live: z.boolean(),
    }),
  ]),
  /** the payment methods closed to all families at present (MS2) */
  closed_ways: z.array(z.enum(PAYMENT_WAYS)),
  company: z.object({
    name: z.string(),
    ...contactShape.shape,
    ...priceSettingsShape.shape,
    card_fee: cardFeeShape,
  }),
});

export type ServerInfo = z.output<typeof serverInfoShape>;

export const productShape = z.object({ id: idShape, name: z.string() });

export const publicRead = {
  method: 'GET',
  guard: 'anyone',
  preview: 'read',
  refusals: [catalogRefusals.not_found],
} as const;

export const readServerInfo = endpoint({
  ...publicRead,
  name: 'readServerInfo',
  summary: 'The company day and time, and the company itself',
  path: '/server/info',
  item: serverInfoShape,
});

export const listProducts = endpoint({
  ...publicRead,
  name: 'listProducts',
  summary: 'What is sold',
  path: '/product',
  item: productShape,
});

export const listDivisions = endpoint({
  ...publicRead,
  name: 'listDivisions',
  summary: 'Divisions, or one',
  path: '/division/read/all/:division_id?',
  params: z.object({ division_id: idShape.optional() }),
  item: divisionShape,
});

export const findProgramGroupByPath = endpoint({
  ...publicRead,
  name: 'findProgramGroupByPath',
  summary: 'The school whose landing page has this path, case ignored',
  path: '/program_group_path/get/path/:path/:division_id?',
  params: z.object({ path: z.string().min(1).max(255), division_id: idShape.optional() }),
  item: programGroupShape,
  refusals: [catalogRefusals.path_not_found],
});

export const listProgramGroups = endpoint({
  ...publicRead,
  name: 'listProgramGroups',
  summary: 'Schools, or one',
  path: '/program_group/read/all/:program_group_id?',
  params: z.object({ program_group_id: idShape.optional() }),
  item: programGroupShape,
});

export const readProgramGroup = endpoint({
  ...publicRead,
  name: 'readProgramGroup',
  summary: 'One school',
  path: '/program_group/read/:program_group_id',
  params: z.object({ program_group_id: idShape }),
  item: programGroupShape,
});

export const listPrograms = endpoint({
  ...publicRead,
  name: 'listPrograms',
  summary: 'The programs of a school',
  path: '/program/read/all/:program_group_id',
  params: z.object({ program_group_id: idShape }),
  item: programShape,
});

export const listGrades = endpoint({
  ...publicRead,
  name: 'listGrades',
  summary: 'The grades of a program, or one',
  path: '/program/grade/read/all/:program_id/:grade_id?',
  params: z.object({ program_id: idShape, grade_id: idShape.optional() }),
  item: gradeShape,
});

export const listPeriodProgramGroups = endpoint({
  ...publicRead,
  name: 'listPeriodProgramGroups',
  summary: 'Schools in a period; a trailing 1 means active ones only (W5)',
  path: '/period/program_group/read/all/:period_id/:program_group_id?/:active?',
  params: z.object({
    period_id: idShape,
    program_group_id: idShape.optional(),
    active: z.literal('1').optional(),
  }),
  item: periodProgramGroupShape,
});
