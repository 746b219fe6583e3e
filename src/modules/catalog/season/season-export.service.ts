import { toDollars, toPercent, type Cents, type MilliPercent } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { listContentBlocks } from '#modules/content/content.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import {
  readPeriods,
  readRoutes,
  readSchools,
  type Periods,
  type Routes,
  type Schools,
} from './season.queries.ts';
import { recordShapes, type RecordName } from './season-file.ts';
import {
  contractPdfKey,
  isStoredContent,
  printableContractKey,
  type SeasonFile,
} from '#modules/catalog/stored-files.ts';

export type ExportedSeason = { file: Record<string, unknown>; files: SeasonFile[] };

// The day only matters for reading files.
const SHAPES = recordShapes(plainDate('2000-01-01'));

type Row = Record<string, unknown>;

function valueOf(row: Row, field: string): unknown {
  if (field in row) return row[field];
  const cents = row[`${field}_cents`] as Cents | null | undefined;
  if (cents !== undefined) return cents && toDollars(cents);
  const rate = row[`${field}_milli_percent`] as MilliPercent | null | undefined;
  return rate && toPercent(rate);
}

/**
 * Builds a season record from a row with the same names; cents become dollars, rates become percent.
 * Undefined fields are left out.
 */
function recordOf(name: RecordName, row: Row): Row {
  const fields = Object.keys(SHAPES[name].shape).map((field) => [field, valueOf(row, field)]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/**
 * Builds a season file of all seasons with ISO dates, and the list of stored files; undefined before the
 * first import.
 */
export async function exportSeason(tx: Tx): Promise<ExportedSeason | undefined> {
  const {
    company: [company],
    divisions,
  } = await currentCatalog(tx);
  if (!company) return undefined;
  const schools = await readSchools(tx);
  const sold = { ...(await readPeriods(tx)), ...(await readRoutes(tx)) };
  const content = await listContentBlocks(tx);
  const file = {
    format: 'schoolrun-season',
    version: 1,
    company: recordOf('company', company),
    divisions: divisions.map((division) => recordOf('division', division)),
    program_groups: schools.groups.map((group) => schoolOf(group, schools, divisions)),
    periods: sold.periods.map((period) => periodOf(period, schools, sold)),
    content_blocks: content.map((block) => recordOf('content_block', block)),
  };
  return { file, files: filesOf(schools, sold, content) };
}

function schoolOf(
  group: Schools['groups'][number],
  schools: Schools,
  divisions: readonly { id: number; key: string }[],
) {
  const own = schools.programs.filter(({ program_group_id }) => program_group_id === group.id);
  return recordOf('program_group', {
    ...group,
    division: divisions.find(({ id }) => id === group.division_id)?.key,
    programs: own.map((program) => {
      const grades = schools.grades.filter(({ program_id }) => program_id === program.id);
      return recordOf('program', { ...program, grades: grades.map((grade) => grade.text) });
    }),
  });
}

type Sold = Periods & Routes;

function periodOf(period: Periods['periods'][number], schools: Schools, sold: Sold) {
  const groups = sold.periodGroups.filter(({ period_id }) => period_id === period.id);
  const isCurrent = (groupId: number) =>
    schools.groups.find(({ id }) => id === groupId)?.current_period_id === period.id;
  const is_current = groups.some(({ program_group_id }) => isCurrent(program_group_id));
  return recordOf('period', {
    ...period,
    is_current,
    program_groups: groups.map((group) =>
      recordOf('period_group', {
        ...group,
        program_group: schools.groups.find(({ id }) => id === group.program_group_id)?.path,
        is_current: isCurrent(group.program_group_id) === is_current ? undefined : !is_current,
        first_day_of_school: group.first_day_of_school ?? undefined,
        printable_contracts: sold.printables
          .filter(({ period_program_group_id }) => period_program_group_id === group.id)
          .map((printable) => recordOf('printable', printable)),
      }),
    ),
    programs: sold.periodPrograms
      .filter(({ period_id }) => period_id === period.id)
      .map((program) => programOf(program, schools, sold)),
  });
}

function programOf(program: Periods['periodPrograms'][number], schools: Schools, sold: Sold) {
  const isOwn = ({ period_program_id }: { period_program_id: number }) => period_program_id === program.id;
  return recordOf('period_program', {
    ...program,
    program: schools.programs.find(({ id }) => id === program.program_id)?.name,
    payment_type_surcharges: sold.surcharges
      .filter(({ surcharge }) => isOwn(surcharge))
      .map(({ surcharge, type }) => recordOf('surcharge', { ...surcharge, payment_type: type })),
    routes: sold.routes.filter(isOwn).map((route) => routeOf(route, sold)),
    financial_aid_codes: sold.aidCodes.filter(isOwn).map(aidCodeOf),
  });
}

const aidCodeOf = (code: Periods['aidCodes'][number]) =>
  recordOf('aid_code', {
    ...code,
    // Left out if at the default.
    least_amount_cents: code.least_amount_cents ?? undefined,
    needs_confirmation: code.needs_confirmation || undefined,
  });

function routeOf(route: Routes['routes'][number], sold: Sold) {
  const isOwn = ({ route_id }: { route_id: number }) => route_id === route.id;
  return recordOf('route', {
    ...route,
    is_active: route.is_active ? undefined : false,
    payment_terms: sold.terms
      .filter(({ term }) => isOwn(term))
      .map(({ term, type }) => recordOf('payment_term', { ...term, payment_term_type: type })),
    addons: sold.addons.filter(isOwn).map((addon) => recordOf('addon', addon)),
    discounts: sold.discounts.filter(isOwn).map((discount) => recordOf('discount', discount)),
  });
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
