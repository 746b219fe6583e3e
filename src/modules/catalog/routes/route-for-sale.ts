import { z } from 'zod';
import { centsShape, dayShape, idShape, milliPercentShape } from '#kit/endpoint/wire.ts';
import {
  gradeShape,
  letterheadShape,
  periodShape,
  programShape,
  schoolShape,
} from '#modules/catalog/catalog.contract.ts';
import { priceSettingsShape } from '#modules/catalog/catalog.shapes.ts';
import { SELLING_HOURS } from '#modules/catalog/selling-hours.states.ts';
import {
  addonShape,
  paymentTermShape,
  programFactsShape,
  programRulesShape,
  routeDiscountShape,
  routeFactsShape,
  surchargeShape,
} from './routes.contract.ts';

// Dollars and percents of the wire are whole cents and thousandths of a percent here (C1).
const prices = { deposit: centsShape, amount: centsShape };
const flatOrPercent = { amount_flat: centsShape.nullable(), amount_percentage: milliPercentShape.nullable() };

const termForSaleShape = paymentTermShape.extend({
  ...prices,
  payment_term_type: paymentTermShape.shape.payment_term_type.shape.key,
});
export type TermForSale = z.output<typeof termForSaleShape>;

const addonForSaleShape = addonShape.extend({ amount: prices.amount });
export type AddonForSale = z.output<typeof addonForSaleShape>;

const discountForSaleShape = routeDiscountShape.extend(flatOrPercent);
export type DiscountForSale = z.output<typeof discountForSaleShape>;

export const surchargeForSaleShape = surchargeShape
  .omit({ payment_type_id: true })
  .extend({ payment_type: z.string(), ...flatOrPercent });
export type SurchargeForSale = z.output<typeof surchargeForSaleShape>;

/**
 * All facts of a route for checking, pricing and signing an order, passed from catalog to orders. Orders
 * store parts unchanged, so rows are cut to this shape.
 */
export const routeForSaleShape = z.object({
  /** capacity null: never full */
  route: routeFactsShape.extend({ is_active: z.boolean(), capacity: z.number().int().nullable() }),
  terms: z.array(termForSaleShape),
  addons: z.array(addonForSaleShape),
  discounts: z.array(discountForSaleShape),
  surcharges: z.array(surchargeForSaleShape),
  period_program: programFactsShape.extend({ id: idShape }),
  program: programShape.pick({ id: true, name: true, text: true }).extend({
    check_attention: z.string().nullable(),
    check_text: z.string().nullable(),
    grades: z.array(gradeShape),
  }),
  program_group: schoolShape.extend({ line_color: z.string() }),
  /** undefined if the group is outside the period */
  period_program_group: z
    .object({
      id: idShape,
      is_switched_on: z.boolean(),
      hours: z.enum(SELLING_HOURS),
      /** sells now: switched on, within its hours, of a published season (SE8.2) */
      is_active: z.boolean(),
      is_closing: z.boolean(),
      opens_at: z.date().nullable(),
      closes_at: z.date().nullable(),
      first_day_of_school: dayShape.nullable(),
    })
    .optional(),
  period: periodShape,
  division: letterheadShape.extend({ id: idShape }),
  company: priceSettingsShape.extend({ name: z.string(), time_zone: z.string() }),
});
export type RouteForSale = z.output<typeof routeForSaleShape>;

const { shape } = routeForSaleShape;

/** What the price of a route and its offer depend on: the facts for sale without texts. */
export const routePricesShape = routeForSaleShape.omit({ division: true }).extend({
  route: shape.route.pick({ id: true, name: true, is_active: true, capacity: true }),
  period_program: programRulesShape.extend({ id: idShape }),
  program: shape.program.omit({ grades: true }),
});
export type RoutePrices = z.output<typeof routePricesShape>;
