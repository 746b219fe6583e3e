import { createHash, timingSafeEqual } from 'node:crypto';
import { invariant } from '#kit/invariant.ts';
import { asDigits, lettersAndDigits } from '#kit/text/paper-code.ts';
import { dayIn } from '#kit/plain-date.ts';
import type { Db } from '#platform/db/database.ts';
import * as rows from '#modules/catalog/catalog.queries.ts';
import type { Catalog, SellingCatalog } from '#modules/catalog/catalog.queries.ts';
import { currentCatalog, onceACatalog, sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { isOnSale } from './on-sale.ts';
import {
  routeForSaleShape,
  routePricesShape,
  surchargeForSaleShape,
  type RouteForSale,
  type RoutePrices,
  type SurchargeForSale,
} from './route-for-sale.ts';
import * as queries from './routes.queries.ts';
import { toPeriodProgram, toRoute } from './routes.service.ts';

/** The row of an award for a program; undefined while a contract uses the award (OF7.4). */
export const saveAwardCode = queries.saveAwardCode;

/** Counts a use of an aid code; false if used up (A5). */
export const useAidCode = queries.useAidCode;

/** Takes back a use of an aid code; false if there was none. */
export const releaseAidCode = queries.releaseAidCode;

/** @returns undefined for an unknown route */
export async function getRouteForSale(
  db: Db,
  now: Date,
  route_id: number,
): Promise<RouteForSale | undefined> {
  return routeForSale(await sellingCatalog(db, now), route_id);
}

/** True if a family may sign for the route now, given a free seat. */
export async function isOnSaleNow(db: Db, now: Date, route_id: number): Promise<boolean> {
  const sale = await getRouteForSale(db, now, route_id);
  return sale !== undefined && isOnSale(sale, dayIn(sale.company.time_zone, now));
}

/** `closing`: in the minutes after a closing by its hour, open checkouts may be finished (SE8.5). */
export async function schoolSaleNow(
  db: Db,
  now: Date,
  route_id: number,
): Promise<'open' | 'closing' | 'closed'> {
  const group = (await getRouteForSale(db, now, route_id))?.period_program_group;
  if (group?.is_active) return 'open';
  return group?.is_closing ? 'closing' : 'closed';
}

export async function listRoutesForSale(
  db: Db,
  now: Date,
  period_program_id: number,
): Promise<RouteForSale[]> {
  const catalog = await sellingCatalog(db, now);
  return rows.routesOf(catalog, period_program_id, true).flatMap(({ id }) => routeForSale(catalog, id) ?? []);
}

/** The current surcharges of a route; undefined for an unknown route, or a route of a draft. */
export const surchargesOfRoute = onceACatalog((catalog: Catalog, route_id: number) => {
  const route = catalog.routes.find(({ id }) => id === route_id);
  const isSold = route && rows.periodProgramsOf(catalog, { id: route.period_program_id }).length > 0;
  return isSold ? surchargesForSale(catalog, route.period_program_id) : undefined;
});

export const routeForSale = onceACatalog(
  (catalog: SellingCatalog, route_id: number): RouteForSale | undefined => {
    const sold = soldRoute(catalog, route_id);
    // Cut to the declared shape: an order's stored copy must not gain fields from new columns.
    return (
      sold &&
      routeForSaleShape.parse({
        ...sold,
        route: toRoute(sold.route),
        period_program: toPeriodProgram(sold),
        program: { ...sold.program, grades: rows.gradesOf(catalog, sold.program.id) },
      })
    );
  },
);

/** @returns undefined for an unknown route, and for a route of a draft */
export function routePrices(catalog: SellingCatalog, route_id: number): RoutePrices | undefined {
  const sold = soldRoute(catalog, route_id);
  return sold && routePricesShape.parse({ ...sold, period_program: sold.periodProgram });
}

function soldRoute(catalog: SellingCatalog, route_id: number) {
  const route = catalog.routes.find(({ id }) => id === route_id);
  if (!route) return undefined;
  const [of] = rows.periodProgramsOf(catalog, { id: route.period_program_id });
  const [company] = catalog.company;
  // The period is a draft.
  if (!of) return undefined;
  invariant(company, 'a season is of the company');
  const { group, period } = of;
  const [periodGroup] = rows.periodGroupsOf(catalog, { period_id: period.id, program_group_id: group.id });
  return {
    ...of,
    route,
    ...pricesOf(catalog, route),
    program_group: group,
    period_program_group: periodGroup && {
      ...periodGroup,
      first_day_of_school: periodGroup.first_day_of_school ?? period.first_day_of_school,
    },
    company,
  };
}

function pricesOf(catalog: Catalog, route: rows.RouteRow): Record<string, unknown[]> {
  return {
    terms: rows.termsOf(catalog, route.id).map(({ term, type }) => ({
      ...term,
      payment_term_type: type.key,
      deposit: term.deposit_cents,
      amount: term.amount_cents,
    })),
    addons: rows.addonsOf(catalog, route.id).map((addon) => ({ ...addon, amount: addon.amount_cents })),
    discounts: rows.discountsOf(catalog, route.id).map((discount) => ({
      ...discount,
      ...flatOrPercent(discount),
    })),
    surcharges: surchargesForSale(catalog, route.period_program_id),
  };
}

const surchargesForSale = (catalog: Catalog, period_program_id: number): SurchargeForSale[] =>
  rows.surchargesOf(catalog, period_program_id).map(({ surcharge, paymentType }) =>
    surchargeForSaleShape.parse({
      ...surcharge,
      payment_type: paymentType.key,
      ...flatOrPercent(surcharge),
    }),
  );

const flatOrPercent = (row: rows.DiscountRow | rows.SurchargeRow['surcharge']) => ({
  amount_flat: row.amount_flat_cents,
  amount_percentage: row.amount_percentage_milli_percent,
});

/** The program in its published season, with school and season. */
export async function findSoldProgram(db: Db, period_program_id: number) {
  const [sold] = rows.periodProgramsOf(await currentCatalog(db), { id: period_program_id });
  return sold;
}

/**
 * Finds the typed aid code of a program in a period, compared in constant time. The caller checks expiry,
 * uses and student (A5, MC13).
 */
export async function findAidCode(db: Db, period_program_id: number, typed: string) {
  const all = await queries.listAidCodes(db, period_program_id);
  const codes = all.filter(({ is_active }) => is_active);
  // Compares every code in every reading, so the time taken reveals no near match.
  const matches = READINGS.flatMap((read) => {
    const sought = digestOf(read(typed));
    return codes.filter(({ code }) => timingSafeEqual(digestOf(read(code)), sought));
  });
  const match = matches.at(0);
  if (!match) return undefined;
  return { ...match, awarded_amount: match.awarded_amount_cents, least_amount: match.least_amount_cents };
}

const asWritten = (code: string): string => code.trim().toUpperCase();

/** The nearest first: as written, letters and digits alone, and O, I and L for 0 and 1. */
const READINGS: readonly ((code: string) => string)[] = [
  asWritten,
  (code) => lettersAndDigits(code) || asWritten(code),
  (code) => asDigits(lettersAndDigits(code)) || asWritten(code),
];

const digestOf = (code: string): Buffer => createHash('sha256').update(code).digest();
