import { createHash, timingSafeEqual } from 'node:crypto';
import type { Db } from '#platform/db/database.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import * as catalog from '#modules/catalog/catalog.queries.ts';
import { routeForSaleShape, type RouteForSale } from './route-for-sale.ts';
import * as queries from './routes.queries.ts';
import { toPeriodProgram, toRoute } from './routes.service.ts';

/** Counts one use of an aid code; false when it is used up (A5). */
export const useAidCode = queries.useAidCode;

/** Takes one use of an aid code back; false when there was none. */
export const releaseAidCode = queries.releaseAidCode;

/**
 * Everything about one route that an order needs: the facts that catalog hands to orders.
 * @returns undefined when there is no such route
 */
export async function getRouteForSale(db: Db, route_id: number): Promise<RouteForSale | undefined> {
  const route = await queries.findRoute(db, route_id);
  if (!route) return undefined;
  const [of] = await queries.listPeriodPrograms(db, { id: route.period_program_id });
  if (!of) return undefined;
  const { group, period } = of;
  const [periodGroup] = await catalog.listPeriodGroups(db, {
    period_id: period.id,
    program_group_id: group.id,
  });
  // Cut to the declared shape: what an order stores of it never gains a field because a table has one more.
  return routeForSaleShape.parse({
    ...of,
    route: toRoute(route),
    ...(await pricesOf(db, route)),
    period_program: toPeriodProgram(of),
    program: { ...of.program, grades: await catalog.listGrades(db, of.program.id) },
    program_group: group,
    period_program_group: periodGroup && {
      ...periodGroup.periodGroup,
      first_day_of_school: periodGroup.periodGroup.first_day_of_school ?? period.first_day_of_school,
    },
    company: await getCompany(db),
  });
}

/** The active routes of a program in a period, in their order, each with all that it is sold by. */
export async function listRoutesForSale(db: Db, period_program_id: number): Promise<RouteForSale[]> {
  const routes = await queries.listRoutes(db, { period_program_id, activeOnly: true });
  const sold: RouteForSale[] = [];
  for (const { id } of routes) {
    const sale = await getRouteForSale(db, id);
    if (sale) sold.push(sale);
  }
  return sold;
}

async function pricesOf(db: Db, route: queries.RouteRow): Promise<Record<string, unknown[]>> {
  const terms = await queries.listTerms(db, [route.id]);
  const addons = await queries.listAddons(db, [route.id]);
  const discounts = await queries.listDiscounts(db, [route.id]);
  const surcharges = await queries.listSurcharges(db, [route.period_program_id]);
  return {
    terms: terms.map(({ term, type }) => ({
      ...term,
      payment_term_type: type.key,
      deposit: term.deposit_cents,
      amount: term.amount_cents,
    })),
    addons: addons.map((addon) => ({ ...addon, amount: addon.amount_cents })),
    discounts: discounts.map((discount) => ({ ...discount, ...flatOrPercent(discount) })),
    surcharges: surcharges.map(({ surcharge, paymentType }) => ({
      ...surcharge,
      payment_type: paymentType.key,
      ...flatOrPercent(surcharge),
    })),
  };
}

const flatOrPercent = (row: queries.DiscountRow | queries.SurchargeRow['surcharge']) => ({
  amount_flat: row.amount_flat_cents,
  amount_percentage: row.amount_percentage_milli_percent,
});

/**
 * The aid code of a program in a period that was typed: trimmed, case ignored, compared in constant
 * time. Whether it is expired, used up or another student's is for the caller to judge (A5).
 */
export async function findAidCode(db: Db, period_program_id: number, typed: string) {
  const sought = digestOf(typed);
  const codes = await queries.listAidCodes(db, period_program_id);
  // Every code is compared, so that the time taken says nothing about which one was close.
  const matches = codes.filter(({ code }) => timingSafeEqual(digestOf(code), sought));
  const match = matches.at(0);
  if (!match) return undefined;
  return { ...match, awarded_amount: match.awarded_amount_cents };
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code.trim().toLowerCase()).digest();
}
