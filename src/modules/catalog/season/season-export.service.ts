import { toDollars, toPercent, type Cents, type MilliPercent } from '#kit/money.ts';
import { listContentBlocks } from '#modules/content/content.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { findCompany } from '#modules/catalog/catalog.service.ts';
import { listDivisions } from '#modules/catalog/catalog.queries.ts';
import {
  readPeriods,
  readRoutes,
  readSchools,
  type Periods,
  type Routes,
  type Schools,
} from './season-export.queries.ts';
import type { SeasonFile } from './season-run.service.ts';
import { contractPdfKey, isStoredContent, printableContractKey } from '#modules/catalog/stored-files.ts';

export type ExportedSeason = { file: Record<string, unknown>; files: SeasonFile[] };

const dollars = (amount: Cents | null) => (amount === null ? null : toDollars(amount));
const percent = (rate: MilliPercent | null) => (rate === null ? null : toPercent(rate));

/**
 * Every season as a season file with ISO dates, and the stored files that it names; undefined before the
 * first import.
 */
export async function exportSeason(tx: Tx): Promise<ExportedSeason | undefined> {
  const company = await findCompany(tx);
  if (!company) return undefined;
  const schools = await readSchools(tx);
  const sold = { ...(await readPeriods(tx)), ...(await readRoutes(tx)) };
  const content = await listContentBlocks(tx);
  const divisions = await listDivisions(tx);
  const file = {
    format: 'schoolrun-season',
    version: 1,
    company: {
      name: company.name,
      time_zone: company.timeZone,
      currency: company.currency,
      half_rounding_unit_cents: company.halfRoundingUnitCents,
      aid_fee_base: company.aidFeeBase,
      dispatch_phone: company.dispatchPhone,
      dispatch_email: company.dispatchEmail,
      hiring_email: company.hiringEmail,
      customer_service_email: company.customerServiceEmail,
      refund_periods: company.refundPeriods,
    },
    divisions: divisions.map(({ key, companyName, address1, city, state, zip, phoneMain, achTerms }) => ({
      key,
      company_name: companyName,
      address_1: address1,
      city,
      state,
      zip,
      phone_main: phoneMain,
      ach_terms: achTerms,
    })),
    program_groups: schools.groups.map((group) => schoolOf(group, schools, divisions)),
    periods: sold.periods.map((period) => periodOf(period, schools, sold)),
    content_blocks: content.map(({ id: _id, ...block }) => block),
  };
  return { file, files: filesOf(schools, sold, content) };
}

function schoolOf(
  group: Schools['groups'][number],
  schools: Schools,
  divisions: { id: number; key: string }[],
) {
  const own = schools.programs.filter(({ programGroupId }) => programGroupId === group.id);
  return {
    path: group.path,
    text: group.text,
    division: divisions.find(({ id }) => id === group.divisionId)?.key,
    is_active: group.isActive,
    routes_email: group.routesEmail,
    programs: own.map(({ id, name, text, paymentMethod, achTerms }) => ({
      name,
      text,
      payment_method: paymentMethod,
      ach_terms: achTerms,
      grades: schools.grades.filter(({ programId }) => programId === id).map((grade) => grade.text),
    })),
  };
}

type Sold = Periods & Routes;

function periodOf(period: Periods['periods'][number], schools: Schools, sold: Sold) {
  const groups = sold.periodGroups.filter(({ periodId }) => periodId === period.id);
  const isCurrent = (groupId: number) =>
    schools.groups.find(({ id }) => id === groupId)?.currentPeriodId === period.id;
  const is_current = groups.some(({ programGroupId }) => isCurrent(programGroupId));
  return {
    name: period.name,
    text: period.text,
    starts_on: period.startsOn,
    ends_on: period.endsOn,
    first_day_of_school: period.firstDayOfSchool,
    aid_balance_due_dt: period.aidBalanceDueDt,
    refund_cutoff: period.refundCutoff,
    reassign_cutoff: period.reassignCutoff,
    refund_open: period.refundOpen,
    reassign_open: period.reassignOpen,
    is_current,
    program_groups: groups.map((group) => ({
      program_group: schools.groups.find(({ id }) => id === group.programGroupId)?.path,
      is_active: group.isActive,
      ...(isCurrent(group.programGroupId) !== is_current && { is_current: !is_current }),
      active_msg: group.activeMsg,
      inactive_msg: group.inactiveMsg,
      ...(group.firstDayOfSchool && { first_day_of_school: group.firstDayOfSchool }),
      printable_contracts: sold.printables
        .filter(({ periodProgramGroupId }) => periodProgramGroupId === group.id)
        .map(({ name, fileName }) => ({ name, file_name: fileName })),
    })),
    programs: sold.periodPrograms
      .filter(({ periodId }) => periodId === period.id)
      .map((program) => programOf(program, schools, sold)),
  };
}

function programOf(program: Periods['periodPrograms'][number], schools: Schools, sold: Sold) {
  const isOwn = ({ periodProgramId }: { periodProgramId: number }) => periodProgramId === program.id;
  return {
    program: schools.programs.find(({ id }) => id === program.programId)?.name,
    is_active: program.isActive,
    is_photo_required: program.isPhotoRequired,
    allow_student_exit_bus_alone: program.allowStudentExitBusAlone,
    has_pickup_location: program.hasPickupLocation,
    accept_financial_aid: program.acceptFinancialAid,
    contract_text_intro: program.contractTextIntro,
    contract_text: program.contractText,
    faq: program.faq,
    payment_type_surcharges: sold.surcharges
      .filter(({ surcharge }) => isOwn(surcharge))
      .map(({ surcharge, type }) => ({
        name: surcharge.name,
        payment_type: type,
        amount_flat: dollars(surcharge.amountFlatCents),
        amount_percentage: percent(surcharge.amountPercentageMilliPercent),
      })),
    routes: sold.routes.filter(isOwn).map((route) => routeOf(route, sold)),
    financial_aid_codes: sold.aidCodes
      .filter(isOwn)
      .map(({ code, awardedAmountCents, expiresOn, maxUses }) => ({
        code,
        awarded_amount: dollars(awardedAmountCents),
        expires_on: expiresOn,
        max_uses: maxUses,
      })),
  };
}

function routeOf(route: Routes['routes'][number], sold: Sold) {
  const isOwn = ({ routeId }: { routeId: number }) => routeId === route.id;
  return {
    name: route.name,
    text_before: route.textBefore,
    text_after: route.textAfter,
    capacity: route.capacity,
    has_pickup_location: route.hasPickupLocation,
    has_surge_pricing: route.hasSurgePricing,
    surge_pricing_text: route.surgePricingText,
    contract_pdf: route.contractPdf,
    ...(!route.isActive && { is_active: false }),
    payment_terms: sold.terms.filter(({ term }) => isOwn(term)).map(termOf),
    addons: sold.addons.filter(isOwn).map(({ name, text, amountCents, isAdminOnly }) => ({
      name,
      text,
      amount: toDollars(amountCents),
      is_admin_only: isAdminOnly,
    })),
    discounts: sold.discounts
      .filter(isOwn)
      .map(({ text, isSiblingDiscount, amountFlatCents, amountPercentageMilliPercent }) => ({
        text,
        is_sibling_discount: isSiblingDiscount,
        amount_flat: dollars(amountFlatCents),
        amount_percentage: percent(amountPercentageMilliPercent),
      })),
  };
}

function termOf({ term, type }: Routes['terms'][number]) {
  return {
    name: term.name,
    identifier: term.identifier,
    payment_term_type: type,
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

function filesOf(schools: Schools, sold: Sold, content: { content: string }[]): SeasonFile[] {
  const printables = sold.printables.map(({ periodProgramGroupId, fileName }) => ({
    name: fileName,
    key: printableContractKey(periodProgramGroupId, fileName),
  }));
  const contracts = sold.periodPrograms.flatMap((of) => {
    const period = sold.periods.find(({ id }) => id === of.periodId)?.name ?? '';
    const program = schools.programs.find(({ id }) => id === of.programId)?.name ?? '';
    const named = sold.routes
      .filter(({ periodProgramId }) => periodProgramId === of.id)
      .flatMap(({ contractPdf }) => contractPdf ?? []);
    return named.map((contractPdf) => ({
      name: contractPdf,
      key: contractPdfKey({ period, program, contractPdf }),
    }));
  });
  const maps = content
    .filter((block) => isStoredContent(block.content))
    .map((block) => ({ name: block.content, key: block.content }));
  return [...printables, ...contracts, ...maps];
}
