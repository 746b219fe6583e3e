import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { centsShape, dayShape, dollarsShape, idShape, percentShape } from '#kit/endpoint/wire.ts';
import { catalogRefusals } from './catalog.refusals.ts';

/** Who a family signs with, as printed on its contract. */
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
  /** null: June 30 of the year in which the period starts (A4) */
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
  division: divisionShape,
});
export type ProgramGroup = z.output<typeof programGroupShape>;

export const programShape = z.object({
  id: idShape,
  name: z.string(),
  text: z.string(),
  /** whether the program sells in its group's current period */
  is_active: z.boolean(),
  payment_method: z.string().nullable(),
  /** null: the division's */
  ach_terms: z.string().nullable(),
  division_id: idShape,
  program_group: z.object({ id: idShape, path: z.string(), text: z.string() }),
});
export type Program = z.output<typeof programShape>;

export const gradeShape = z.object({ id: idShape, text: z.string() });
export type Grade = z.output<typeof gradeShape>;

export const periodProgramGroupShape = z.object({
  id: idShape,
  is_active: z.boolean(),
  /** sanitized HTML */
  active_msg: z.string().nullable(),
  /** sanitized HTML */
  inactive_msg: z.string().nullable(),
  period: periodShape,
  program_group_id: idShape,
  /** files at `/storage/period-program-groups/{groupId}/{file_name}`, where groupId is this record's `id` */
  printable_contracts: z.array(z.object({ name: z.string(), file_name: z.string() })),
});
export type PeriodProgramGroup = z.output<typeof periodProgramGroupShape>;

export const surchargeShape = z.object({
  id: idShape,
  name: z.string(),
  payment_type_id: idShape,
  payment_type: z.object({ id: idShape, key: z.string() }),
  amount_flat: dollarsShape.nullable(),
  amount_percentage: percentShape.nullable(),
});

/** What a program allows and asks for in a period. */
export const programRulesShape = z.object({
  is_active: z.boolean(),
  is_photo_required: z.boolean(),
  allow_student_exit_bus_alone: z.boolean(),
  has_pickup_location: z.boolean(),
  accept_financial_aid: z.boolean(),
});
export type ProgramRules = z.output<typeof programRulesShape>;

/** The rules of a program in a period, and the texts that a family reads before it signs. */
export const programFactsShape = z.object({
  ...programRulesShape.shape,
  /** sanitized HTML */
  contract_text_intro: z.string().nullable(),
  /** sanitized HTML */
  contract_text: z.string().nullable(),
  /** SHA-256 in hex of the contract text, for acceptances (O4) */
  contract_text_hash: z.string(),
  /** sanitized HTML */
  faq: z.string().nullable(),
  /** the program's terms, else the division's; sanitized HTML */
  ach_terms: z.string(),
  ach_terms_hash: z.string(),
});

export const periodProgramShape = z.object({
  id: idShape,
  program_id: idShape,
  program: programShape,
  period: periodShape,
  ...programFactsShape.shape,
  payment_type_surcharges: z.array(surchargeShape),
});
export type PeriodProgram = z.output<typeof periodProgramShape>;

export const addonShape = z.object({
  id: idShape,
  text: z.string(),
  name: z.string(),
  amount: dollarsShape,
  is_admin_only: z.boolean(),
});
export type Addon = z.output<typeof addonShape>;

/** How a route may be paid: `deposit` today, then `number_payments - 1` payments of `amount` (T1 to T3). */
export const paymentTermShape = z.object({
  id: idShape,
  name: z.string(),
  identifier: z.string(),
  payment_term_type_id: idShape,
  payment_term_type: z.object({
    id: idShape,
    key: z.enum(['paymentTermTypeFull', 'paymentTermTypeScheduled']),
  }),
  /** first and last day on which it is sold, both included; null is open (C3) */
  from_dt: dayShape.nullable(),
  thru_dt: dayShape.nullable(),
  deposit: dollarsShape,
  amount: dollarsShape,
  number_payments: z.number().int(),
  /** the day of payment 2 */
  scheduled_dt: dayShape.nullable(),
  prefix_text: z.string().nullable(),
  is_admin_only: z.boolean(),
});
export type PaymentTerm = z.output<typeof paymentTermShape>;

export const routeDiscountShape = z.object({
  id: idShape,
  text: z.string(),
  is_sibling_discount: z.boolean(),
  amount_flat: dollarsShape.nullable(),
  amount_percentage: percentShape.nullable(),
});
export type RouteDiscount = z.output<typeof routeDiscountShape>;

export const routeFactsShape = z.object({
  id: idShape,
  name: z.string(),
  text_before: z.string(),
  text_after: z.string(),
  has_pickup_location: z.boolean(),
  has_surge_pricing: z.boolean(),
  /** the route's own text, else the default one; sanitized HTML; null without surge pricing */
  surge_pricing_text: z.string().nullable(),
  surge_pricing_text_hash: z.string().nullable(),
  contract: z.string().nullable(),
  contract_pdf: z.string().nullable(),
});

/** A route as a signed contract names it. */
export const signedRouteShape = routeFactsShape.pick({
  id: true,
  name: true,
  text_before: true,
  text_after: true,
  contract_pdf: true,
});
export type SignedRoute = z.output<typeof signedRouteShape>;

export const routeShape = routeFactsShape.extend({
  /** null: as many as come */
  seats_left: z.number().int().nullable(),
  addons: z.array(addonShape),
  /** every term; the browser offers by T7 with the server's date */
  payment_terms: z.array(paymentTermShape),
  discounts: z.array(routeDiscountShape),
  period_program: z.object({ id: idShape, program_id: idShape }),
});
export type Route = z.output<typeof routeShape>;

/** Where the company is reached. */
export const contactShape = z.object({
  dispatch_phone: z.string(),
  dispatch_email: z.string(),
  hiring_email: z.string(),
  customer_service_email: z.string(),
});
export type Contact = z.output<typeof contactShape>;

/** The company's own choices in pricing (C2, P). */
export const priceSettingsShape = z.object({
  half_rounding_unit_cents: centsShape,
  aid_fee_base: z.enum(['subtotal', 'charge']),
});
export type PriceSettings = z.output<typeof priceSettingsShape>;

export const serverInfoShape = z.object({
  /** YYYY-MM-DD in company time */
  date: dayShape,
  /** MM/dd/yyyy */
  date_human: z.string(),
  date_time: z.object({ date: z.string(), timezone: z.string() }),
  is_sandbox: z.boolean(),
  company: z.object({
    name: z.string(),
    ...contactShape.shape,
    ...priceSettingsShape.shape,
  }),
});
export type ServerInfo = z.output<typeof serverInfoShape>;

export const productShape = z.object({ id: idShape, name: z.string() });

const read = { method: 'GET', guard: 'anyone', refusals: [catalogRefusals.not_found] } as const;

export const readServerInfo = endpoint({
  ...read,
  name: 'readServerInfo',
  summary: 'The company day and time, and the company itself',
  path: '/server/info',
  item: serverInfoShape,
});
export const listProducts = endpoint({
  ...read,
  name: 'listProducts',
  summary: 'What is sold',
  path: '/product',
  item: productShape,
});

export const listDivisions = endpoint({
  ...read,
  name: 'listDivisions',
  summary: 'Divisions, or one',
  path: '/division/read/all/:division_id?',
  params: z.object({ division_id: idShape.optional() }),
  item: divisionShape,
});
export const findProgramGroupByPath = endpoint({
  ...read,
  name: 'findProgramGroupByPath',
  summary: 'The school whose landing page has this path, case ignored',
  path: '/program_group_path/get/path/:path/:division_id?',
  params: z.object({ path: z.string().min(1).max(255), division_id: idShape.optional() }),
  item: programGroupShape,
  refusals: [catalogRefusals.path_not_found],
});
export const listProgramGroups = endpoint({
  ...read,
  name: 'listProgramGroups',
  summary: 'Schools, or one',
  path: '/program_group/read/all/:program_group_id?',
  params: z.object({ program_group_id: idShape.optional() }),
  item: programGroupShape,
});
export const readProgramGroup = endpoint({
  ...read,
  name: 'readProgramGroup',
  summary: 'One school',
  path: '/program_group/read/:program_group_id',
  params: z.object({ program_group_id: idShape }),
  item: programGroupShape,
});
export const listPrograms = endpoint({
  ...read,
  name: 'listPrograms',
  summary: 'The programs of a school',
  path: '/program/read/all/:program_group_id',
  params: z.object({ program_group_id: idShape }),
  item: programShape,
});
export const listGrades = endpoint({
  ...read,
  name: 'listGrades',
  summary: 'The grades of a program, or one',
  path: '/program/grade/read/all/:program_id/:grade_id?',
  params: z.object({ program_id: idShape, grade_id: idShape.optional() }),
  item: gradeShape,
});
export const listPeriodProgramGroups = endpoint({
  ...read,
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
export const listPeriodPrograms = endpoint({
  ...read,
  name: 'listPeriodPrograms',
  summary: 'Programs in a period, or one',
  path: '/period/program/read/all/:period_id/:program_id?',
  params: z.object({ period_id: idShape, program_id: idShape.optional() }),
  item: periodProgramShape,
});
export const listRoutes = endpoint({
  ...read,
  name: 'listRoutes',
  summary:
    'Routes of a period program with add-ons, terms and discounts; a trailing 1 means active ones only',
  path: '/route/read/all/:period_program_id/:active?',
  params: z.object({ period_program_id: idShape, active: z.literal('1').optional() }),
  item: routeShape,
});
