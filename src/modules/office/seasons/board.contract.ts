import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onlyWith } from '#kit/endpoint/right.ts';
import { byId, centsShape, dayShape, idShape, instantShape, milliPercentShape } from '#kit/endpoint/wire.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { NOT_SOLD } from '#modules/catalog/routes/not-sold.states.ts';
import { paymentTermShape } from '#modules/catalog/routes/routes.contract.ts';
import { schoolOpeningShape } from '#modules/catalog/periods/school-opening.contract.ts';
import { seasonHeadShape } from './seasons.contract.ts';

const countShape = z.number().int();
const termTypeShape = paymentTermShape.shape.payment_term_type.shape.key;

/** An object of the catalog as the board names it; ended ones are shown too. */
const objectShape = z.object({ id: idShape, version: countShape, name: z.string(), is_active: z.boolean() });

const flatOrPercent = {
  amount_flat_cents: centsShape.nullable(),
  amount_percentage_milli_percent: onlyWith('money', milliPercentShape.nullable()),
};

export const boardTermShape = objectShape.extend({
  type: termTypeShape,
  from_dt: dayShape.nullable(),
  thru_dt: dayShape.nullable(),
  is_admin_only: z.boolean(),
  /** due at signing */
  deposit_cents: centsShape,
  /** before add-ons, discounts and surcharges (T3) */
  total_cents: centsShape,
});
export type BoardTerm = z.output<typeof boardTermShape>;

export const seatsShape = z.object({
  /** null: no limit */
  capacity: countShape.nullable(),
  taken: countShape,
  held: countShape,
  offered: countShape,
  waiting: countShape,
  /** as a family without a seat of its own reads them (O9); null: no limit */
  free: countShape.nullable(),
});
export type BoardSeats = z.output<typeof seatsShape>;

/** Why a family cannot sign for the route today (SE1.5). */
const whyNotShape = z.object({
  reason: z.enum([...NOT_SOLD, 'full']),
  /** the first day of the next term */
  on: dayShape.nullable(),
  /** the hour at which the school opens, or has closed */
  at: instantShape.nullable(),
  /** the children who wait for a seat of a full route */
  waiting: countShape.nullable(),
});
export type WhyNot = z.output<typeof whyNotShape>;

const boardRouteShape = objectShape.extend({
  text_before: z.string(),
  text_after: z.string(),
  terms: z.array(boardTermShape),
  addons: z.array(objectShape.extend({ is_admin_only: z.boolean(), amount_cents: centsShape })),
  discounts: z.array(objectShape.extend({ is_sibling_discount: z.boolean(), ...flatOrPercent })),
  seats: seatsShape,
  /** null: a family may sign for the route today */
  why_not: whyNotShape.nullable(),
  /** what families are offered today: a term of each type (T7) */
  prices: onlyWith(
    'money',
    z.array(z.object({ payment_term_id: idShape, type: termTypeShape, total_cents: centsShape })),
  ),
});
export type BoardRoute = z.output<typeof boardRouteShape>;

export const BOARD_TEXTS = ['contract_text_intro', 'contract_text', 'faq'] as const;

const boardTextShape = z.object({
  field: z.enum(BOARD_TEXTS),
  /** letters without tags; 0: no text */
  letters: countShape,
  /** null: never changed since change sets are kept */
  changed_at: instantShape.nullable(),
});
export type BoardText = z.output<typeof boardTextShape>;

const boardProgramShape = objectShape.extend({
  /** the program in the season; `id` is the program's own */
  period_program: z.object({ id: idShape, version: countShape, is_active: z.boolean() }),
  is_photo_required: z.boolean(),
  allow_student_exit_bus_alone: z.boolean(),
  has_pickup_location: z.boolean(),
  accept_financial_aid: z.boolean(),
  texts: z.array(boardTextShape),
  surcharges: z.array(objectShape.extend({ payment_type: z.string(), ...flatOrPercent })),
  grades: z.array(objectShape),
  routes: z.array(boardRouteShape),
});
export type BoardProgram = z.output<typeof boardProgramShape>;

const boardSchoolShape = objectShape.extend({
  path: z.string(),
  /** null: programs of the school are in the season, and the school itself is not */
  period_group: z
    .object({
      id: idShape,
      version: countShape,
      /** the switch of staff; within its hours the school sells (SE8.2) */
      is_active: z.boolean(),
      ...schoolOpeningShape.shape,
      /** the first letters, without tags */
      active_msg: z.string().nullable(),
      inactive_msg: z.string().nullable(),
      first_day_of_school: dayShape.nullable(),
      printables: z.array(objectShape),
    })
    .nullable(),
  /** null: the school sells the season now */
  why_closed: whyNotShape.nullable(),
  programs: z.array(boardProgramShape),
});
export type BoardSchool = z.output<typeof boardSchoolShape>;

export const boardShape = z.object({
  season: seasonHeadShape.extend({ first_day_of_school: dayShape.nullable() }),
  /** in company time */
  today: dayShape,
  schools: z.array(boardSchoolShape),
});
export type Board = z.output<typeof boardShape>;

export const readSeasonBoard = endpoint({
  name: 'readSeasonBoard',
  summary: 'A season with all that it sells: schools, programs, routes, terms, seats (SE1.3)',
  method: 'GET',
  path: '/admin/seasons/:id/board',
  guard: { right: 'season' },
  params: byId,
  item: boardShape,
  refusals: [catalogRefusals.not_found],
});
