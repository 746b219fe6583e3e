import { m } from '#i18n/messages.js';
import { toDollars, toPercent, type Cents, type MilliPercent } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Db } from '#platform/db/database.ts';
import { sanitize, sanitizeIfAny } from '#platform/html/sanitize.ts';
import { textHash } from '#platform/html/text-hash.ts';
import type { PeriodProgram, Route } from './routes.contract.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { getPeriod, listPrograms } from '#modules/catalog/catalog.service.ts';
import * as queries from './routes.queries.ts';
import * as catalog from '#modules/catalog/catalog.queries.ts';

const dollarsIfAny = (amount: Cents | null) => (amount === null ? null : toDollars(amount));
const percentIfAny = (rate: MilliPercent | null) => (rate === null ? null : toPercent(rate));

type OfPeriod = { period_id: number; program_id?: number };

/** @throws not_found when there is no such period, or the program is not sold in it */
export async function listPeriodPrograms(
  db: Db,
  { period_id, program_id }: OfPeriod,
): Promise<PeriodProgram[]> {
  await getPeriod(db, period_id);
  const rows = await queries.listPeriodPrograms(db, { period_id, program_id });
  if (program_id !== undefined && rows.length === 0) throw new Refusal(catalogRefusals.not_found);
  const surcharges = await queries.listSurcharges(
    db,
    rows.map(({ periodProgram }) => periodProgram.id),
  );
  const programs = new Map<number, Awaited<ReturnType<typeof listPrograms>>[number]>();
  for (const groupId of new Set(rows.map(({ group }) => group.id))) {
    for (const program of await listPrograms(db, groupId)) programs.set(program.id, program);
  }
  return rows.map((row) => {
    const own = surcharges.filter(({ surcharge }) => surcharge.period_program_id === row.periodProgram.id);
    return {
      ...toPeriodProgram(row),
      program: programs.get(row.program.id) as PeriodProgram['program'],
      payment_type_surcharges: own.map(toSurcharge),
    };
  });
}

/** Responses are cut to their declared shape, so a row may carry more than it answers. */
export function toPeriodProgram({ periodProgram, program, division, period }: queries.PeriodProgramRow) {
  const contract_text = sanitizeIfAny(periodProgram.contract_text);
  const ach_terms = achTermsOf(program.ach_terms, division.ach_terms);
  return {
    ...periodProgram,
    period,
    contract_text_intro: sanitizeIfAny(periodProgram.contract_text_intro),
    contract_text,
    contract_text_hash: textHash(contract_text ?? ''),
    faq: sanitizeIfAny(periodProgram.faq),
    ach_terms,
    ach_terms_hash: textHash(ach_terms),
  };
}

/** The program's terms for bank debits, else its division's. */
export function achTermsOf(ofProgram: string | null, ofDivision: string | null): string {
  return sanitize(ofProgram ?? ofDivision ?? '');
}

/**
 * A route's own agreement to surge pricing, else the default one; null without surge pricing (contracts.md
 * §9).
 */
function surgeTextOf({
  has_surge_pricing,
  surge_pricing_text,
}: Pick<queries.RouteRow, 'has_surge_pricing' | 'surge_pricing_text'>): string | null {
  return has_surge_pricing ? sanitize(surge_pricing_text ?? m.catalog_surge_pricing_default()) : null;
}

type WithPrice = Pick<queries.DiscountRow, 'amount_flat_cents' | 'amount_percentage_milli_percent'>;

const toFlatOrPercent = ({ amount_flat_cents, amount_percentage_milli_percent }: WithPrice) => ({
  amount_flat: dollarsIfAny(amount_flat_cents),
  amount_percentage: percentIfAny(amount_percentage_milli_percent),
});

const toSurcharge = ({ surcharge, paymentType }: queries.SurchargeRow) => ({
  ...surcharge,
  ...toFlatOrPercent(surcharge),
  payment_type: paymentType,
});

/** What decides how many seats of a route are left. */
export type RouteSeats = { id: number; capacity: number | null; seats_taken: number };

/**
 * Counts the seats left on each route, for a family where one asks: null for a route without a limit. Seats
 * supplies it at composition (O9).
 */
export type CountSeatsLeft = (
  db: Db,
  now: Date,
  routes: readonly RouteSeats[],
  user_id?: number,
) => Promise<Map<number, number | null>>;

/** What is asked for; the seats that `user_id` holds count as left, a visitor holds none. */
type OfProgram = {
  period_program_id: number;
  activeOnly: boolean;
  now: Date;
  user_id?: number;
  /** terms and add-ons that only staff may sell: nobody else reads them (contracts.md §6) */
  withStaffOffers: boolean;
};

/** @throws not_found when there is no such program in a period */
export async function listRoutes(
  { db, countSeatsLeft }: { db: Db; countSeatsLeft: CountSeatsLeft },
  { period_program_id, activeOnly, now, user_id, withStaffOffers }: OfProgram,
): Promise<Route[]> {
  const [periodProgram] = await queries.listPeriodPrograms(db, { id: period_program_id });
  if (!periodProgram) throw new Refusal(catalogRefusals.not_found);
  const rows = await queries.listRoutes(db, { period_program_id, activeOnly });
  const ids = rows.map(({ id }) => id);
  const isRead = ({ is_admin_only }: { is_admin_only: boolean }) => withStaffOffers || !is_admin_only;
  const terms = (await queries.listTerms(db, ids)).filter(({ term }) => isRead(term));
  const addons = (await queries.listAddons(db, ids)).filter(isRead);
  const discounts = await queries.listDiscounts(db, ids);
  const seats = await countSeatsLeft(db, now, rows, user_id);
  return rows.map((row) => ({
    ...toRoute(row),
    seats_left: seats.get(row.id) ?? null,
    payment_terms: terms.filter(({ term }) => term.route_id === row.id).map(toTerm),
    addons: addons.filter(({ route_id }) => route_id === row.id).map(toAddon),
    discounts: discounts.filter(({ route_id }) => route_id === row.id).map(toDiscount),
    period_program: { id: period_program_id, program_id: periodProgram.program.id },
  }));
}

/** Responses are cut to their declared shape, so a row may carry more than it answers. */
export function toRoute(route: queries.RouteRow) {
  const surge_pricing_text = surgeTextOf(route);
  return {
    ...route,
    surge_pricing_text,
    surge_pricing_text_hash: surge_pricing_text === null ? null : textHash(surge_pricing_text),
    contract: null,
  };
}

type Term = Route['payment_terms'][number];

const toTerm = ({ term, type }: queries.TermRow): Term => ({
  ...term,
  payment_term_type: type as Term['payment_term_type'],
  deposit: toDollars(term.deposit_cents),
  amount: toDollars(term.amount_cents),
});

const toAddon = (addon: queries.AddonRow) => ({ ...addon, amount: toDollars(addon.amount_cents) });

const toDiscount = (discount: queries.DiscountRow) => ({ ...discount, ...toFlatOrPercent(discount) });

/** The routes of the current school year for which a congestion fee can be raised (S4). */
export const listSurgeRoutes = (db: Db) => queries.listSurgeRoutes(db);

/** @returns undefined when the route has no surge pricing, or is another school year's */
export async function findSurgeRoute(db: Db, route_id: number) {
  const [route] = await queries.listSurgeRoutes(db, route_id);
  return route;
}

/** The wordings of one school's terms for bank debits, as clean HTML. */
export type DebitTerms = { program_group_id: number; wordings: string[] };

/**
 * The terms for bank debits that each school's contracts are signed under: those of its programs, each
 * wording once; the division's where it has no program.
 */
export async function listDebitTerms(db: Db): Promise<DebitTerms[]> {
  const groups = await catalog.listGroups(db);
  const programs = await catalog.listPrograms(db, {});
  return groups.map(({ group, division }) => {
    const own = programs
      .filter(({ program }) => program.program_group_id === group.id)
      .map(({ program }) => achTermsOf(program.ach_terms, division.ach_terms));
    return {
      program_group_id: group.id,
      wordings: [...new Set(own.length > 0 ? own : [achTermsOf(null, division.ach_terms)])],
    };
  });
}
