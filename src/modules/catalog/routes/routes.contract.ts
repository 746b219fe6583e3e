import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { dayShape, dollarsShape, idShape, percentShape } from '#kit/endpoint/wire.ts';
import { periodShape, programShape, publicRead } from '#modules/catalog/catalog.contract.ts';

export const surchargeShape = z.object({
  id: idShape,
  name: z.string(),
  payment_type_id: idShape,
  payment_type: z.object({ id: idShape, key: z.string() }),
  amount_flat: dollarsShape.nullable(),
  amount_percentage: percentShape.nullable(),
});

export const programRulesShape = z.object({
  is_active: z.boolean(),
  is_photo_required: z.boolean(),
  allow_student_exit_bus_alone: z.boolean(),
  has_pickup_location: z.boolean(),
  accept_financial_aid: z.boolean(),
});
export type ProgramRules = z.output<typeof programRulesShape>;

export const programFactsShape = z.object({
  ...programRulesShape.shape,
  contract_text_intro: z.string().nullable(),
  contract_text: z.string().nullable(),
  /** SHA-256 in hex of the contract text, for acceptances (O4) */
  contract_text_hash: z.string(),
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

/** A payment term: `deposit` today, then `number_payments - 1` payments of `amount` (T1 to T3). */
export const paymentTermShape = z.object({
  id: idShape,
  name: z.string(),
  identifier: z.string(),
  payment_term_type_id: idShape,
  payment_term_type: z.object({
    id: idShape,
    key: z.enum(['paymentTermTypeFull', 'paymentTermTypeScheduled']),
  }),
  /** first and last day of sale, inclusive; null is open (C3) */
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
  /** the route's own text, else the default text; sanitized HTML; null without surge pricing */
  surge_pricing_text: z.string().nullable(),
  surge_pricing_text_hash: z.string().nullable(),
  contract: z.string().nullable(),
  contract_pdf: z.string().nullable(),
});

export const signedRouteShape = routeFactsShape.pick({
  id: true,
  name: true,
  text_before: true,
  text_after: true,
  contract_pdf: true,
});
export type SignedRoute = z.output<typeof signedRouteShape>;

export const routeShape = routeFactsShape.extend({
  /** null: no limit */
  seats_left: z.number().int().nullable(),
  addons: z.array(addonShape),
  /** every term; the browser filters by T7 with the server's date */
  payment_terms: z.array(paymentTermShape),
  discounts: z.array(routeDiscountShape),
  period_program: z.object({ id: idShape, program_id: idShape }),
});
export type Route = z.output<typeof routeShape>;

export const listPeriodPrograms = endpoint({
  ...publicRead,
  name: 'listPeriodPrograms',
  summary: 'Programs in a period, or one',
  path: '/period/program/read/all/:period_id/:program_id?',
  params: z.object({ period_id: idShape, program_id: idShape.optional() }),
  item: periodProgramShape,
});
export const listRoutes = endpoint({
  ...publicRead,
  name: 'listRoutes',
  summary:
    'Routes of a period program with add-ons, terms and discounts; a trailing 1 means active ones only',
  path: '/route/read/all/:period_program_id/:active?',
  params: z.object({ period_program_id: idShape, active: z.literal('1').optional() }),
  item: routeShape,
});
