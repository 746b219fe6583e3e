import { m } from '#i18n/messages.js';
import { toDollars, toPercent, type Cents, type MilliPercent } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Db } from '#platform/db/database.ts';
import { sanitize, sanitizeIfAny } from '#platform/html/sanitize.ts';
import { textHash } from '#platform/html/text-hash.ts';
import type { PeriodProgram, Route } from './catalog.contract.ts';
import { catalogRefusals } from './catalog.refusals.ts';
import { getPeriod, listPrograms, periodOf } from './catalog.service.ts';
import * as queries from './routes.queries.ts';

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
      ...periodProgramOf(row),
      program: programs.get(row.program.id) as PeriodProgram['program'],
      payment_type_surcharges: own.map(surchargeOf),
    };
  });
}

function periodProgramOf({ periodProgram, program, division, period }: queries.PeriodProgramRow) {
  const { id, is_active, contract_text_intro, faq } = periodProgram;
  const contract_text = sanitizeIfAny(periodProgram.contract_text);
  const ach_terms = achTermsOf(program.ach_terms, division.ach_terms);
  return {
    id,
    program_id: program.id,
    period: periodOf(period),
    is_active,
    is_photo_required: periodProgram.is_photo_required,
    allow_student_exit_bus_alone: periodProgram.allow_student_exit_bus_alone,
    has_pickup_location: periodProgram.has_pickup_location,
    accept_financial_aid: periodProgram.accept_financial_aid,
    contract_text_intro: sanitizeIfAny(contract_text_intro),
    contract_text,
    contract_text_hash: textHash(contract_text ?? ''),
    faq: sanitizeIfAny(faq),
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
export function surgeTextOf({
  has_surge_pricing,
  surge_pricing_text,
}: Pick<queries.RouteRow, 'has_surge_pricing' | 'surge_pricing_text'>): string | null {
  return has_surge_pricing ? sanitize(surge_pricing_text ?? m.catalog_surge_pricing_default()) : null;
}

function surchargeOf({ surcharge, paymentType }: Awaited<ReturnType<typeof queries.listSurcharges>>[number]) {
  return {
    id: surcharge.id,
    name: surcharge.name,
    payment_type_id: paymentType.id,
    payment_type: { id: paymentType.id, key: paymentType.key },
    amount_flat: dollarsIfAny(surcharge.amount_flat_cents),
    amount_percentage: percentIfAny(surcharge.amount_percentage_milli_percent),
  };
}

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
type OfProgram = { period_program_id: number; activeOnly: boolean; now: Date; user_id?: number };

/** @throws not_found when there is no such program in a period */
export async function listRoutes(
  { db, countSeatsLeft }: { db: Db; countSeatsLeft: CountSeatsLeft },
  { period_program_id, activeOnly, now, user_id }: OfProgram,
): Promise<Route[]> {
  const [periodProgram] = await queries.listPeriodPrograms(db, { id: period_program_id });
  if (!periodProgram) throw new Refusal(catalogRefusals.not_found);
  const rows = await queries.listRoutes(db, { period_program_id, activeOnly });
  const ids = rows.map(({ id }) => id);
  const terms = await queries.listTerms(db, ids);
  const addons = await queries.listAddons(db, ids);
  const discounts = await queries.listDiscounts(db, ids);
  const seats = await countSeatsLeft(db, now, rows, user_id);
  return rows.map((row) => ({
    ...routeOf(row),
    seats_left: seats.get(row.id) ?? null,
    payment_terms: terms.filter(({ term }) => term.route_id === row.id).map(termOf),
    addons: addons.filter(({ route_id }) => route_id === row.id).map(addonOf),
    discounts: discounts.filter(({ route_id }) => route_id === row.id).map(discountOf),
    period_program: { id: period_program_id, program_id: periodProgram.program.id },
  }));
}

function routeOf(route: queries.RouteRow) {
  const surge_pricing_text = surgeTextOf(route);
  return {
    id: route.id,
    name: route.name,
    text_before: route.text_before,
    text_after: route.text_after,
    has_pickup_location: route.has_pickup_location,
    has_surge_pricing: route.has_surge_pricing,
    surge_pricing_text,
    surge_pricing_text_hash: surge_pricing_text === null ? null : textHash(surge_pricing_text),
    contract: null,
    contract_pdf: route.contract_pdf,
  };
}

function termOf({
  term,
  type,
}: Awaited<ReturnType<typeof queries.listTerms>>[number]): Route['payment_terms'][number] {
  return {
    id: term.id,
    name: term.name,
    identifier: term.identifier,
    payment_term_type_id: type.id,
    payment_term_type: {
      id: type.id,
      key: type.key as Route['payment_terms'][number]['payment_term_type']['key'],
    },
    from_dt: term.from_dt,
    thru_dt: term.thru_dt,
    deposit: toDollars(term.deposit_cents),
    amount: toDollars(term.amount_cents),
    number_payments: term.number_payments,
    scheduled_dt: term.scheduled_dt,
    prefix_text: term.prefix_text,
    is_admin_only: term.is_admin_only,
  };
}

function addonOf({
  id,
  text,
  name,
  amount_cents,
  is_admin_only,
}: Awaited<ReturnType<typeof queries.listAddons>>[number]) {
  return { id, text, name, amount: toDollars(amount_cents), is_admin_only };
}

function discountOf({
  id,
  text,
  is_sibling_discount,
  amount_flat_cents,
  amount_percentage_milli_percent,
}: Awaited<ReturnType<typeof queries.listDiscounts>>[number]) {
  return {
    id,
    text,
    is_sibling_discount,
    amount_flat: dollarsIfAny(amount_flat_cents),
    amount_percentage: percentIfAny(amount_percentage_milli_percent),
  };
}
