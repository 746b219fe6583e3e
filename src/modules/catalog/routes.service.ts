import { m } from '#i18n/messages.js';
import { toDollars, toPercent, type Cents, type MilliPercent } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import { countSeatsLeft } from '#modules/seats/seats.service.ts';
import type { Db } from '#platform/db/database.ts';
import { sanitize, sanitizeIfAny } from '#platform/html/sanitize.ts';
import { textHash } from '#platform/html/text-hash.ts';
import type { PeriodProgram, Route } from './catalog.contract.ts';
import { catalogRefusals } from './catalog.refusals.ts';
import { getPeriod, listPrograms, periodOf } from './catalog.service.ts';
import * as queries from './routes.queries.ts';

const dollarsIfAny = (amount: Cents | null) => (amount === null ? null : toDollars(amount));
const percentIfAny = (rate: MilliPercent | null) => (rate === null ? null : toPercent(rate));

type OfPeriod = { periodId: number; programId?: number };

/** @throws not_found when there is no such period, or the program is not sold in it */
export async function listPeriodPrograms(
  db: Db,
  { periodId, programId }: OfPeriod,
): Promise<PeriodProgram[]> {
  await getPeriod(db, periodId);
  const rows = await queries.listPeriodPrograms(db, { periodId, programId });
  if (programId !== undefined && rows.length === 0) throw new Refusal(catalogRefusals.not_found);
  const surcharges = await queries.listSurcharges(
    db,
    rows.map(({ periodProgram }) => periodProgram.id),
  );
  const programs = new Map<number, Awaited<ReturnType<typeof listPrograms>>[number]>();
  for (const groupId of new Set(rows.map(({ group }) => group.id))) {
    for (const program of await listPrograms(db, groupId)) programs.set(program.id, program);
  }
  return rows.map((row) => {
    const own = surcharges.filter(({ surcharge }) => surcharge.periodProgramId === row.periodProgram.id);
    return {
      ...periodProgramOf(row),
      program: programs.get(row.program.id) as PeriodProgram['program'],
      payment_type_surcharges: own.map(surchargeOf),
    };
  });
}

function periodProgramOf({ periodProgram, program, division, period }: queries.PeriodProgramRow) {
  const { id, isActive, contractText, contractTextIntro, faq } = periodProgram;
  const contract_text = sanitizeIfAny(contractText);
  const ach_terms = achTermsOf(program.achTerms, division.achTerms);
  return {
    id,
    program_id: program.id,
    period: periodOf(period),
    is_active: isActive,
    is_photo_required: periodProgram.isPhotoRequired,
    allow_student_exit_bus_alone: periodProgram.allowStudentExitBusAlone,
    has_pickup_location: periodProgram.hasPickupLocation,
    accept_financial_aid: periodProgram.acceptFinancialAid,
    contract_text_intro: sanitizeIfAny(contractTextIntro),
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
  hasSurgePricing,
  surgePricingText,
}: Pick<queries.RouteRow, 'hasSurgePricing' | 'surgePricingText'>): string | null {
  return hasSurgePricing ? sanitize(surgePricingText ?? m.catalog_surge_pricing_default()) : null;
}

function surchargeOf({ surcharge, paymentType }: Awaited<ReturnType<typeof queries.listSurcharges>>[number]) {
  return {
    id: surcharge.id,
    name: surcharge.name,
    payment_type_id: paymentType.id,
    payment_type: { id: paymentType.id, key: paymentType.key },
    amount_flat: dollarsIfAny(surcharge.amountFlatCents),
    amount_percentage: percentIfAny(surcharge.amountPercentageMilliPercent),
  };
}

/** `userId`: whose held seats count as left; nobody's when a visitor asks. */
type OfProgram = { periodProgramId: number; activeOnly: boolean; now: Date; userId?: number };

/** @throws not_found when there is no such program in a period */
export async function listRoutes(
  db: Db,
  { periodProgramId, activeOnly, now, userId }: OfProgram,
): Promise<Route[]> {
  const [periodProgram] = await queries.listPeriodPrograms(db, { id: periodProgramId });
  if (!periodProgram) throw new Refusal(catalogRefusals.not_found);
  const rows = await queries.listRoutes(db, { periodProgramId, activeOnly });
  const ids = rows.map(({ id }) => id);
  const terms = await queries.listTerms(db, ids);
  const addons = await queries.listAddons(db, ids);
  const discounts = await queries.listDiscounts(db, ids);
  const seats = await countSeatsLeft(db, now, rows, userId);
  return rows.map((row) => ({
    ...routeOf(row),
    seats_left: seats.get(row.id) ?? null,
    payment_terms: terms.filter(({ term }) => term.routeId === row.id).map(termOf),
    addons: addons.filter(({ routeId }) => routeId === row.id).map(addonOf),
    discounts: discounts.filter(({ routeId }) => routeId === row.id).map(discountOf),
    period_program: { id: periodProgramId, program_id: periodProgram.program.id },
  }));
}

function routeOf(route: queries.RouteRow) {
  const surge_pricing_text = surgeTextOf(route);
  return {
    id: route.id,
    name: route.name,
    text_before: route.textBefore,
    text_after: route.textAfter,
    has_pickup_location: route.hasPickupLocation,
    has_surge_pricing: route.hasSurgePricing,
    surge_pricing_text,
    surge_pricing_text_hash: surge_pricing_text === null ? null : textHash(surge_pricing_text),
    contract: null,
    contract_pdf: route.contractPdf,
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
    from_dt: term.fromDt,
    thru_dt: term.thruDt,
    deposit: toDollars(term.depositCents),
    amount: toDollars(term.amountCents),
    number_payments: term.numberPayments,
    scheduled_dt: term.scheduledDt,
    prefix_text: term.prefixText,
    is_admin_only: term.isAdminOnly,
  };
}

function addonOf({
  id,
  text,
  name,
  amountCents,
  isAdminOnly,
}: Awaited<ReturnType<typeof queries.listAddons>>[number]) {
  return { id, text, name, amount: toDollars(amountCents), is_admin_only: isAdminOnly };
}

function discountOf({
  id,
  text,
  isSiblingDiscount,
  amountFlatCents,
  amountPercentageMilliPercent,
}: Awaited<ReturnType<typeof queries.listDiscounts>>[number]) {
  return {
    id,
    text,
    is_sibling_discount: isSiblingDiscount,
    amount_flat: dollarsIfAny(amountFlatCents),
    amount_percentage: percentIfAny(amountPercentageMilliPercent),
  };
}
