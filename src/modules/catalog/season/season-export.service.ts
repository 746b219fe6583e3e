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
      time_zone: company.time_zone,
      currency: company.currency,
      half_rounding_unit_cents: company.half_rounding_unit_cents,
      aid_fee_base: company.aid_fee_base,
      dispatch_phone: company.dispatch_phone,
      dispatch_email: company.dispatch_email,
      hiring_email: company.hiring_email,
      customer_service_email: company.customer_service_email,
      refund_periods: company.refund_periods,
    },
    divisions: divisions.map(({ key, company_name, address_1, city, state, zip, phone_main, ach_terms }) => ({
      key,
      company_name,
      address_1,
      city,
      state,
      zip,
      phone_main,
      ach_terms,
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
  const own = schools.programs.filter(({ program_group_id }) => program_group_id === group.id);
  return {
    path: group.path,
    text: group.text,
    division: divisions.find(({ id }) => id === group.division_id)?.key,
    is_active: group.is_active,
    routes_email: group.routes_email,
    programs: own.map(({ id, name, text, payment_method, ach_terms }) => ({
      name,
      text,
      payment_method,
      ach_terms,
      grades: schools.grades.filter(({ program_id }) => program_id === id).map((grade) => grade.text),
    })),
  };
}

type Sold = Periods & Routes;

function periodOf(period: Periods['periods'][number], schools: Schools, sold: Sold) {
  const groups = sold.periodGroups.filter(({ period_id }) => period_id === period.id);
  const isCurrent = (groupId: number) =>
    schools.groups.find(({ id }) => id === groupId)?.current_period_id === period.id;
  const is_current = groups.some(({ program_group_id }) => isCurrent(program_group_id));
  return {
    name: period.name,
    text: period.text,
    starts_on: period.starts_on,
    ends_on: period.ends_on,
    first_day_of_school: period.first_day_of_school,
    aid_balance_due_dt: period.aid_balance_due_dt,
    refund_cutoff: period.refund_cutoff,
    reassign_cutoff: period.reassign_cutoff,
    refund_open: period.refund_open,
    reassign_open: period.reassign_open,
    is_current,
    program_groups: groups.map((group) => ({
      program_group: schools.groups.find(({ id }) => id === group.program_group_id)?.path,
      is_active: group.is_active,
      ...(isCurrent(group.program_group_id) !== is_current && { is_current: !is_current }),
      active_msg: group.active_msg,
      inactive_msg: group.inactive_msg,
      ...(group.first_day_of_school && { first_day_of_school: group.first_day_of_school }),
      printable_contracts: sold.printables
        .filter(({ period_program_group_id }) => period_program_group_id === group.id)
        .map(({ name, file_name }) => ({ name, file_name })),
    })),
    programs: sold.periodPrograms
      .filter(({ period_id }) => period_id === period.id)
      .map((program) => programOf(program, schools, sold)),
  };
}

function programOf(program: Periods['periodPrograms'][number], schools: Schools, sold: Sold) {
  const isOwn = ({ period_program_id }: { period_program_id: number }) => period_program_id === program.id;
  return {
    program: schools.programs.find(({ id }) => id === program.program_id)?.name,
    is_active: program.is_active,
    is_photo_required: program.is_photo_required,
    allow_student_exit_bus_alone: program.allow_student_exit_bus_alone,
    has_pickup_location: program.has_pickup_location,
    accept_financial_aid: program.accept_financial_aid,
    contract_text_intro: program.contract_text_intro,
    contract_text: program.contract_text,
    faq: program.faq,
    payment_type_surcharges: sold.surcharges
      .filter(({ surcharge }) => isOwn(surcharge))
      .map(({ surcharge, type }) => ({
        name: surcharge.name,
        payment_type: type,
        amount_flat: dollars(surcharge.amount_flat_cents),
        amount_percentage: percent(surcharge.amount_percentage_milli_percent),
      })),
    routes: sold.routes.filter(isOwn).map((route) => routeOf(route, sold)),
    financial_aid_codes: sold.aidCodes
      .filter(isOwn)
      .map(({ code, awarded_amount_cents, expires_on, max_uses }) => ({
        code,
        awarded_amount: dollars(awarded_amount_cents),
        expires_on,
        max_uses,
      })),
  };
}

function routeOf(route: Routes['routes'][number], sold: Sold) {
  const isOwn = ({ route_id }: { route_id: number }) => route_id === route.id;
  return {
    name: route.name,
    text_before: route.text_before,
    text_after: route.text_after,
    capacity: route.capacity,
    has_pickup_location: route.has_pickup_location,
    has_surge_pricing: route.has_surge_pricing,
    surge_pricing_text: route.surge_pricing_text,
    contract_pdf: route.contract_pdf,
    ...(!route.is_active && { is_active: false }),
    payment_terms: sold.terms.filter(({ term }) => isOwn(term)).map(termOf),
    addons: sold.addons.filter(isOwn).map(({ name, text, amount_cents, is_admin_only }) => ({
      name,
      text,
      amount: toDollars(amount_cents),
      is_admin_only,
    })),
    discounts: sold.discounts
      .filter(isOwn)
      .map(({ text, is_sibling_discount, amount_flat_cents, amount_percentage_milli_percent }) => ({
        text,
        is_sibling_discount,
        amount_flat: dollars(amount_flat_cents),
        amount_percentage: percent(amount_percentage_milli_percent),
      })),
  };
}

function termOf({ term, type }: Routes['terms'][number]) {
  return {
    name: term.name,
    identifier: term.identifier,
    payment_term_type: type,
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

function filesOf(schools: Schools, sold: Sold, content: { content: string }[]): SeasonFile[] {
  const printables = sold.printables.map(({ period_program_group_id, file_name }) => ({
    name: file_name,
    key: printableContractKey(period_program_group_id, file_name),
  }));
  const contracts = sold.periodPrograms.flatMap((of) => {
    const period = sold.periods.find(({ id }) => id === of.period_id)?.name ?? '';
    const program = schools.programs.find(({ id }) => id === of.program_id)?.name ?? '';
    const named = sold.routes
      .filter(({ period_program_id }) => period_program_id === of.id)
      .flatMap(({ contract_pdf }) => contract_pdf ?? []);
    return named.map((contract_pdf) => ({
      name: contract_pdf,
      key: contractPdfKey({ period, program, contract_pdf }),
    }));
  });
  const maps = content
    .filter((block) => isStoredContent(block.content))
    .map((block) => ({ name: block.content, key: block.content }));
  return [...printables, ...contracts, ...maps];
}
