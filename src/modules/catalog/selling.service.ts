import { createHash, timingSafeEqual } from 'node:crypto';
import { sanitize } from '#platform/html/sanitize.ts';
import type { Db } from '#platform/db/database.ts';
import { getCompany } from './catalog.service.ts';
import * as catalogue from './catalog.queries.ts';
import type { PaymentTermTypeKey, RouteForSale, TermForSale } from './route-for-sale.ts';
import * as queries from './routes.queries.ts';
import { achTermsOf, surgeTextOf } from './routes.service.ts';

/** Counts one use of an aid code; false when it is used up (A5). */
export const useAidCode = queries.useAidCode;

/** Takes one use of an aid code back; false when there was none. */
export const releaseAidCode = queries.releaseAidCode;

/**
 * Everything about one route that an order needs: the facts that catalogue hands to orders.
 * @returns undefined when there is no such route
 */
export async function getRouteForSale(db: Db, routeId: number): Promise<RouteForSale | undefined> {
  const route = await queries.findRoute(db, routeId);
  if (!route) return undefined;
  const [of] = await queries.listPeriodPrograms(db, { id: route.periodProgramId });
  if (!of) return undefined;
  const { group, period, division } = of;
  const [periodGroup] = await catalogue.listPeriodGroups(db, {
    periodId: period.id,
    programGroupId: group.id,
  });
  return {
    route: routeFacts(route),
    ...(await pricesOf(db, route)),
    ...programFacts(of),
    program: {
      id: of.program.id,
      name: of.program.name,
      text: of.program.text,
      grades: await catalogue.listGrades(db, of.program.id),
    },
    program_group: {
      id: group.id,
      path: group.path,
      text: group.text,
      is_active: group.isActive,
      current_period_id: group.currentPeriodId,
    },
    period_program_group: periodGroup && {
      id: periodGroup.periodGroup.id,
      is_active: periodGroup.periodGroup.isActive,
      first_day_of_school: periodGroup.periodGroup.firstDayOfSchool ?? period.firstDayOfSchool,
    },
    division: divisionFacts(division),
    company: companyFacts(await getCompany(db)),
  };
}

async function pricesOf(db: Db, route: queries.RouteRow) {
  const terms = await queries.listTerms(db, [route.id]);
  const addons = await queries.listAddons(db, [route.id]);
  const discounts = await queries.listDiscounts(db, [route.id]);
  const surcharges = await queries.listSurcharges(db, [route.periodProgramId]);
  return {
    terms: terms.map(termFacts),
    addons: addons.map(({ id, name, text, amountCents, isAdminOnly }) => ({
      id,
      name,
      text,
      amount: amountCents,
      is_admin_only: isAdminOnly,
    })),
    discounts: discounts.map(
      ({ id, text, isSiblingDiscount, amountFlatCents, amountPercentageMilliPercent }) => ({
        id,
        text,
        is_sibling_discount: isSiblingDiscount,
        amount_flat: amountFlatCents,
        amount_percentage: amountPercentageMilliPercent,
      }),
    ),
    surcharges: surcharges.map(
      ({ surcharge: { id, name, amountFlatCents, amountPercentageMilliPercent }, paymentType }) => ({
        id,
        name,
        payment_type: paymentType.key,
        amount_flat: amountFlatCents,
        amount_percentage: amountPercentageMilliPercent,
      }),
    ),
  };
}

function termFacts({ term, type }: Awaited<ReturnType<typeof queries.listTerms>>[number]): TermForSale {
  const { id, name, identifier } = term;
  return {
    id,
    name,
    identifier,
    payment_term_type_id: type.id,
    payment_term_type: type.key as PaymentTermTypeKey,
    from_dt: term.fromDt,
    thru_dt: term.thruDt,
    deposit: term.depositCents,
    amount: term.amountCents,
    number_payments: term.numberPayments,
    scheduled_dt: term.scheduledDt,
    prefix_text: term.prefixText,
    is_admin_only: term.isAdminOnly,
  };
}

function routeFacts(route: queries.RouteRow): RouteForSale['route'] {
  const { id, name } = route;
  return {
    id,
    name,
    text_before: route.textBefore,
    text_after: route.textAfter,
    is_active: route.isActive,
    has_pickup_location: route.hasPickupLocation,
    has_surge_pricing: route.hasSurgePricing,
    surge_pricing_text: surgeTextOf(route),
    contract_pdf: route.contractPdf,
  };
}

function programFacts({
  periodProgram,
  program,
  division,
  period,
}: queries.PeriodProgramRow): Pick<RouteForSale, 'period_program' | 'period'> {
  const { id, name, text, startsOn, endsOn, aidBalanceDueDt } = period;
  return {
    period_program: {
      id: periodProgram.id,
      is_active: periodProgram.isActive,
      is_photo_required: periodProgram.isPhotoRequired,
      allow_student_exit_bus_alone: periodProgram.allowStudentExitBusAlone,
      has_pickup_location: periodProgram.hasPickupLocation,
      accept_financial_aid: periodProgram.acceptFinancialAid,
      contract_text: sanitize(periodProgram.contractText ?? ''),
      ach_terms: achTermsOf(program.achTerms, division.achTerms),
    },
    period: { id, name, text, starts_on: startsOn, ends_on: endsOn, aid_balance_due_dt: aidBalanceDueDt },
  };
}

function divisionFacts({
  id,
  companyName,
  address1,
  city,
  state,
  zip,
  phoneMain,
}: queries.PeriodProgramRow['division']): RouteForSale['division'] {
  return { id, company_name: companyName, address_1: address1, city, state, zip, phone_main: phoneMain };
}

function companyFacts({
  name,
  timeZone,
  halfRoundingUnitCents,
  aidFeeBase,
}: Awaited<ReturnType<typeof getCompany>>): RouteForSale['company'] {
  return {
    name,
    time_zone: timeZone,
    half_rounding_unit_cents: halfRoundingUnitCents,
    aid_fee_base: aidFeeBase,
  };
}

/**
 * The aid code of a program in a period that was typed: trimmed, case ignored, compared in constant
 * time. Whether it is expired, used up or another student's is for the caller to judge (A5).
 */
export async function findAidCode(db: Db, periodProgramId: number, typed: string) {
  const sought = digestOf(typed);
  const codes = await queries.listAidCodes(db, periodProgramId);
  // Every code is compared, so that the time taken says nothing about which one was close.
  const matches = codes.filter(({ code }) => timingSafeEqual(digestOf(code), sought));
  const match = matches.at(0);
  if (!match) return undefined;
  const { id, code, uses, awardedAmountCents, expiresOn, maxUses, studentId } = match;
  return {
    id,
    code,
    uses,
    awarded_amount: awardedAmountCents,
    expires_on: expiresOn,
    max_uses: maxUses,
    student_id: studentId,
  };
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code.trim().toLowerCase()).digest();
}
