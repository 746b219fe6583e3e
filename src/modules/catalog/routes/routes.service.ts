import { m } from '#i18n/messages.js';
import { inPlace } from '#kit/in-place.ts';
import { toDollars, toPercent, type Cents, type MilliPercent } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Db } from '#platform/db/database.ts';
import { sanitize, sanitizeIfAny } from '#platform/html/sanitize.ts';
import { textHash } from '#platform/html/text-hash.ts';
import type { PeriodProgram, Route } from './routes.contract.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { periodOf, toProgram } from '#modules/catalog/catalog.service.ts';
import {
  currentCatalog,
  sellingCatalog,
  type SellingCatalog,
} from '#modules/catalog/current-catalog.service.ts';
import * as catalogRows from '#modules/catalog/catalog.queries.ts';
import * as queries from './routes.queries.ts';

const dollarsIfAny = (amount: Cents | null) => (amount === null ? null : toDollars(amount));
const percentIfAny = (rate: MilliPercent | null) => (rate === null ? null : toPercent(rate));

type OfPeriod = { period_id: number; program_id?: number };

/** @throws not_found for an unknown period or a draft, or a program not sold in the period */
export function listPeriodPrograms(
  catalog: SellingCatalog,
  { period_id, program_id }: OfPeriod,
): PeriodProgram[] {
  periodOf(catalog, period_id);
  const sold = catalogRows.periodProgramsOf(catalog, { period_id, program_id });
  const rows = sold.filter(({ program }) => program.is_active);
  if (program_id !== undefined && rows.length === 0) throw new Refusal(catalogRefusals.not_found);
  return rows.map((row) => ({
    ...toPeriodProgram(row),
    program: catalogRows.programsOf(catalog, { id: row.program.id }).map(toProgram)[0]!,
    payment_type_surcharges: catalogRows.surchargesOf(catalog, row.periodProgram.id).map(toSurcharge),
  }));
}

/** Responses are cut to the declared shape, so extra fields of a row are harmless. */
export function toPeriodProgram({ periodProgram, program, division, period }: catalogRows.PeriodProgramRow) {
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

export function achTermsOf(ofProgram: string | null, ofDivision: string | null): string {
  return sanitize(ofProgram ?? ofDivision ?? '');
}

/**
 * Returns the route's own surge pricing text, else the default text; null without surge pricing (contracts.md
 * §9).
 */
function surgeTextOf({
  has_surge_pricing,
  surge_pricing_text,
}: Pick<catalogRows.RouteRow, 'has_surge_pricing' | 'surge_pricing_text'>): string | null {
  return has_surge_pricing ? sanitize(surge_pricing_text ?? m.catalog_surge_pricing_default()) : null;
}

type WithPrice = Pick<catalogRows.DiscountRow, 'amount_flat_cents' | 'amount_percentage_milli_percent'>;

const toFlatOrPercent = ({ amount_flat_cents, amount_percentage_milli_percent }: WithPrice) => ({
  amount_flat: dollarsIfAny(amount_flat_cents),
  amount_percentage: percentIfAny(amount_percentage_milli_percent),
});

const toSurcharge = ({ surcharge, paymentType }: catalogRows.SurchargeRow) => ({
  ...surcharge,
  ...toFlatOrPercent(surcharge),
  payment_type: paymentType,
});

export type RouteSeats = { id: number; capacity: number | null; seats_taken: number };

/**
 * Counts the seats left on each route, for a family if given; null without a limit. Seats supplies this
 * function at composition (O9).
 */
export type CountSeatsLeft = (
  db: Db,
  now: Date,
  routes: readonly RouteSeats[],
  user_id?: number,
) => Promise<Map<number, number | null>>;

/** The seats held by `user_id` count as left; a visitor holds none. */
type Asked = { period_program_id: number; activeOnly: boolean; now: Date; user_id?: number };

/**
 * Computes the seats left on each route of a program: the only part that changes within a catalog version.
 */
export async function seatsLeftOn(
  { db, countSeatsLeft }: { db: Db; countSeatsLeft: CountSeatsLeft },
  catalog: SellingCatalog,
  { period_program_id, activeOnly, now, user_id }: Asked,
): Promise<SeatsLeft> {
  const rows = catalogRows.routesOf(catalog, period_program_id, activeOnly);
  const taken = await queries.listSeatsTaken(db, period_program_id);
  const sold = rows.map(({ id, capacity }) => ({ id, capacity, seats_taken: taken.get(id) ?? 0 }));
  const left = await countSeatsLeft(db, now, sold, user_id);
  return sold.map(({ id }) => [id, left.get(id) ?? null]);
}

export type SeatsLeft = [route_id: number, seats_left: number | null][];

type OfProgram = {
  period_program_id: number;
  seats: SeatsLeft;
  /** terms and add-ons reserved to staff: hidden from others (contracts.md §6) */
  withStaffOffers: boolean;
};

/**
 * Lists the routes named in `seats`.
 * @throws not_found for an unknown program of a period
 */
export function listRoutes(
  catalog: SellingCatalog,
  { period_program_id, seats, withStaffOffers }: OfProgram,
): Route[] {
  const [periodProgram] = catalogRows.periodProgramsOf(catalog, { id: period_program_id });
  if (!periodProgram?.program.is_active) throw new Refusal(catalogRefusals.not_found);
  const isRead = ({ is_admin_only }: { is_admin_only: boolean }) => withStaffOffers || !is_admin_only;
  return seats.map(([id, seats_left]) => ({
    ...toRoute(catalogRows.routeOf(catalog, id)),
    seats_left,
    payment_terms: catalogRows
      .termsOf(catalog, id)
      .filter(({ term }) => isRead(term))
      .map(toTerm),
    addons: catalogRows.addonsOf(catalog, id).filter(isRead).map(toAddon),
    discounts: catalogRows.discountsOf(catalog, id).map(toDiscount),
    period_program: { id: period_program_id, program_id: periodProgram.program.id },
  }));
}

/** Responses are cut to the declared shape, so extra fields of a row are harmless. */
export function toRoute(route: catalogRows.RouteRow) {
  const surge_pricing_text = surgeTextOf(route);
  return {
    ...route,
    surge_pricing_text,
    surge_pricing_text_hash: surge_pricing_text === null ? null : textHash(surge_pricing_text),
    contract: null,
  };
}

type Term = Route['payment_terms'][number];

const toTerm = ({ term, type }: catalogRows.TermRow): Term => ({
  ...term,
  payment_term_type: type as Term['payment_term_type'],
  deposit: toDollars(term.deposit_cents),
  amount: toDollars(term.amount_cents),
});

const toAddon = (addon: catalogRows.AddonRow) => ({ ...addon, amount: toDollars(addon.amount_cents) });

const toDiscount = (discount: catalogRows.DiscountRow) => ({ ...discount, ...toFlatOrPercent(discount) });

/** The routes with surge pricing of the current school year of each school (S4). */
export async function listSurgeRoutes(db: Db, now: Date) {
  const catalog = await sellingCatalog(db, now);
  const sold = catalogRows
    .periodProgramsOf(catalog, {})
    .filter(({ group, period }) => group.current_period_id === period.id)
    .toSorted((a, b) => inPlace(a.group, b.group) || a.program.id - b.program.id);
  return sold.flatMap(({ periodProgram, program, group, period }) =>
    catalogRows
      .routesOf(catalog, periodProgram.id, false)
      .filter(({ has_surge_pricing }) => has_surge_pricing)
      .map(({ id, name }) => ({
        id,
        name,
        program: program.text,
        school: { path: group.path, text: group.text },
        period: period.text,
      })),
  );
}

/** @returns undefined for a route without surge pricing or of another school year */
export async function findSurgeRoute(db: Db, now: Date, route_id: number) {
  return (await listSurgeRoutes(db, now)).find(({ id }) => id === route_id);
}

export type DebitTerms = { program_group_id: number; wordings: string[] };

/**
 * Lists each school's terms for bank debits: the terms of the programs, each wording once; the division's
 * terms without programs.
 */
export async function listDebitTerms(db: Db): Promise<DebitTerms[]> {
  const catalog = await currentCatalog(db);
  return catalogRows.groupsOf(catalog).map(({ group, division }) => {
    const own = catalog.programs
      .filter((program) => program.is_active && program.program_group_id === group.id)
      .toSorted(inPlace)
      .map((program) => achTermsOf(program.ach_terms, division.ach_terms));
    return {
      program_group_id: group.id,
      wordings: [...new Set(own.length > 0 ? own : [achTermsOf(null, division.ach_terms)])],
    };
  });
}
