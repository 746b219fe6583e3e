import { createHash, timingSafeEqual } from 'node:crypto';
import { sanitize } from '#platform/html/sanitize.ts';
import type { Db } from '#platform/db/database.ts';
import { getCompany } from './catalog.service.ts';
import * as catalog from './catalog.queries.ts';
import type { PaymentTermTypeKey, RouteForSale, TermForSale } from './route-for-sale.ts';
import * as queries from './routes.queries.ts';
import { achTermsOf, surgeTextOf } from './routes.service.ts';

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
  const { group, period, division } = of;
  const [periodGroup] = await catalog.listPeriodGroups(db, {
    period_id: period.id,
    program_group_id: group.id,
  });
  return {
    route: routeFacts(route),
    ...(await pricesOf(db, route)),
    ...programFacts(of),
    program: {
      id: of.program.id,
      name: of.program.name,
      text: of.program.text,
      grades: await catalog.listGrades(db, of.program.id),
    },
    program_group: {
      id: group.id,
      path: group.path,
      text: group.text,
      is_active: group.is_active,
      current_period_id: group.current_period_id,
    },
    period_program_group: periodGroup && {
      id: periodGroup.periodGroup.id,
      is_active: periodGroup.periodGroup.is_active,
      first_day_of_school: periodGroup.periodGroup.first_day_of_school ?? period.first_day_of_school,
    },
    division: divisionFacts(division),
    company: companyFacts(await getCompany(db)),
  };
}

async function pricesOf(db: Db, route: queries.RouteRow) {
  const terms = await queries.listTerms(db, [route.id]);
  const addons = await queries.listAddons(db, [route.id]);
  const discounts = await queries.listDiscounts(db, [route.id]);
  const surcharges = await queries.listSurcharges(db, [route.period_program_id]);
  return {
    terms: terms.map(termFacts),
    addons: addons.map(({ id, name, text, amount_cents, is_admin_only }) => ({
      id,
      name,
      text,
      amount: amount_cents,
      is_admin_only,
    })),
    discounts: discounts.map(
      ({ id, text, is_sibling_discount, amount_flat_cents, amount_percentage_milli_percent }) => ({
        id,
        text,
        is_sibling_discount,
        amount_flat: amount_flat_cents,
        amount_percentage: amount_percentage_milli_percent,
      }),
    ),
    surcharges: surcharges.map(
      ({ surcharge: { id, name, amount_flat_cents, amount_percentage_milli_percent }, paymentType }) => ({
        id,
        name,
        payment_type: paymentType.key,
        amount_flat: amount_flat_cents,
        amount_percentage: amount_percentage_milli_percent,
      }),
    ),
  };
}

function termFacts({ term, type }: queries.TermRow): TermForSale {
  const { id, name, identifier } = term;
  return {
    id,
    name,
    identifier,
    payment_term_type_id: type.id,
    payment_term_type: type.key as PaymentTermTypeKey,
    from_dt: term.from_dt,
    thru_dt: term.thru_dt,
    deposit: term.deposit_cents,
    amount: term.amount_cents,
    number_payments: term.number_payments,
    scheduled_dt: term.scheduled_dt,
    prefix_text: term.prefix_text,
    is_admin_only: term.is_admin_only,
  };
}

function routeFacts(route: queries.RouteRow): RouteForSale['route'] {
  const { id, name } = route;
  return {
    id,
    name,
    text_before: route.text_before,
    text_after: route.text_after,
    is_active: route.is_active,
    has_pickup_location: route.has_pickup_location,
    has_surge_pricing: route.has_surge_pricing,
    surge_pricing_text: surgeTextOf(route),
    contract_pdf: route.contract_pdf,
  };
}

function programFacts({
  periodProgram,
  program,
  division,
  period,
}: queries.PeriodProgramRow): Pick<RouteForSale, 'period_program' | 'period'> {
  const { id, name, text, starts_on, ends_on, aid_balance_due_dt } = period;
  return {
    period_program: {
      id: periodProgram.id,
      is_active: periodProgram.is_active,
      is_photo_required: periodProgram.is_photo_required,
      allow_student_exit_bus_alone: periodProgram.allow_student_exit_bus_alone,
      has_pickup_location: periodProgram.has_pickup_location,
      accept_financial_aid: periodProgram.accept_financial_aid,
      contract_text: sanitize(periodProgram.contract_text ?? ''),
      ach_terms: achTermsOf(program.ach_terms, division.ach_terms),
    },
    period: { id, name, text, starts_on, ends_on, aid_balance_due_dt },
  };
}

function divisionFacts({
  id,
  company_name,
  address_1,
  city,
  state,
  zip,
  phone_main,
}: queries.PeriodProgramRow['division']): RouteForSale['division'] {
  return { id, company_name, address_1, city, state, zip, phone_main };
}

function companyFacts({
  name,
  time_zone,
  half_rounding_unit_cents,
  aid_fee_base,
}: Awaited<ReturnType<typeof getCompany>>): RouteForSale['company'] {
  return {
    name,
    time_zone,
    half_rounding_unit_cents,
    aid_fee_base,
  };
}

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
  const { id, code, uses, awarded_amount_cents, expires_on, max_uses, student_id } = match;
  return {
    id,
    code,
    uses,
    awarded_amount: awarded_amount_cents,
    expires_on,
    max_uses,
    student_id,
  };
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code.trim().toLowerCase()).digest();
}
