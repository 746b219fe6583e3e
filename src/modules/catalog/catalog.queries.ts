import { inPlace } from '#kit/in-place.ts';
import { invariant } from '#kit/invariant.ts';
import type { SellingHours } from './selling-hours.states.ts';
import type { CatalogRows } from './catalog-version.queries.ts';

export type Catalog = CatalogRows;

/** The catalog with what is sold at an instant, by the hours of the schools (SE8.2, SE8.4). */
export type SellingCatalog = Omit<Catalog, 'program_groups' | 'period_program_groups'> & {
  program_groups: readonly (Catalog['program_groups'][number] & {
    current_period_id: number | null;
    /** the season that opens next by its hour, while the school sells nothing */
    coming: { period_id: number; opens_at: Date } | null;
  })[];
  period_program_groups: readonly (Catalog['period_program_groups'][number] & {
    /** the school sells in the season now */
    is_active: boolean;
    hours: SellingHours;
    /** closed a moment ago: an open checkout may be finished (SE8.5) */
    is_closing: boolean;
  })[];
  /** the last opening or closing by its hour, in milliseconds */
  since: number;
};

type Row<K extends Exclude<keyof Catalog, 'version'>> = Catalog[K][number];

export type DivisionRow = Row<'divisions'>;
export type PeriodRow = Row<'periods'>;
type GroupOf<C extends Catalog> = C['program_groups'][number];
export type GroupRow<C extends Catalog = SellingCatalog> = { group: GroupOf<C>; division: DivisionRow };
export type RouteRow = Row<'routes'>;
export type AddonRow = Row<'addons'>;
export type DiscountRow = Row<'route_discounts'>;
export type TermRow = { term: Row<'payment_terms'>; type: Row<'options'> };
export type SurchargeRow = { surcharge: Row<'payment_type_surcharges'>; paymentType: Row<'options'> };
/** `sells` is true if the program sells in the school's current period. */
export type ProgramRow = { program: Row<'programs'>; group: GroupOf<SellingCatalog>; sells: boolean };
export type PeriodProgramRow<C extends Catalog = SellingCatalog> = GroupRow<C> & {
  periodProgram: Row<'period_programs'>;
  program: Row<'programs'>;
  period: PeriodRow;
};

const is = <T>(value: T, wanted: T | undefined) => wanted === undefined || value === wanted;

function byId<T extends { id: number }>(rows: readonly T[], id: number | null): T {
  const row = rows.find((one) => one.id === id);
  invariant(row, `the row ${id} that another one refers to exists`);
  return row;
}

export const divisionsOf = ({ divisions }: Catalog, id?: number): DivisionRow[] =>
  divisions.filter((division) => is(division.id, id));

/** What staff have ended is offered to nobody and stands in no public answer (SE3.11). */
const isActive = ({ is_active }: { is_active: boolean }) => is_active;

type GroupFilter = { id?: number; path?: string; division_id?: number };

const schoolsOf = <C extends Catalog>(catalog: C) => catalog.program_groups as readonly GroupOf<C>[];

export const groupsOf = <C extends Catalog>(
  catalog: C,
  { id, path, division_id }: GroupFilter = {},
): GroupRow<C>[] =>
  schoolsOf(catalog)
    .filter((group) => is(group.id, id) && is(group.division_id, division_id))
    .filter((group) => is(group.path.toLowerCase(), path?.toLowerCase()))
    .toSorted(inPlace)
    .map((group) => ({ group, division: byId(catalog.divisions, group.division_id) }));

export const programsOf = (
  catalog: SellingCatalog,
  { id, program_group_id }: { id?: number; program_group_id?: number } = {},
): ProgramRow[] =>
  catalog.programs
    .filter(isActive)
    .filter((program) => is(program.id, id) && is(program.program_group_id, program_group_id))
    .toSorted(inPlace)
    .map((program) => {
      const group = byId(catalog.program_groups, program.program_group_id);
      const sells = catalog.period_programs.some(
        (one) => one.program_id === program.id && one.period_id === group.current_period_id && one.is_active,
      );
      return { program, group, sells };
    });

export const gradesOf = ({ program_grades }: Catalog, program_id: number, id?: number) =>
  program_grades
    .filter((grade) => grade.program_id === program_id && is(grade.id, id) && grade.is_active)
    .toSorted(inPlace)
    .map((grade) => ({ id: grade.id, text: grade.text }));

export const periodGroupsOf = (
  { period_program_groups, program_groups }: SellingCatalog,
  { period_id, program_group_id }: { period_id: number; program_group_id?: number },
) => {
  const groupOf = (one: { program_group_id: number }) => byId(program_groups, one.program_group_id);
  return period_program_groups
    .filter((one) => one.period_id === period_id && is(one.program_group_id, program_group_id))
    .toSorted((a, b) => inPlace(groupOf(a), groupOf(b)));
};

export const printablesOf = ({ printable_contracts }: Catalog, period_program_group_id: number) =>
  printable_contracts
    .filter((one) => one.period_program_group_id === period_program_group_id && one.is_active)
    .toSorted(inPlace)
    .map(({ name, file_name }) => ({ name, file_name }));

type PeriodProgramFilter = { id?: number; period_id?: number; program_id?: number };

/** Of published periods; an ended program sells in none of them. */
export const periodProgramsOf = <C extends Catalog>(
  catalog: C,
  { id, period_id, program_id }: PeriodProgramFilter,
): PeriodProgramRow<C>[] =>
  catalog.period_programs
    .filter((one) => is(one.id, id) && is(one.period_id, period_id) && is(one.program_id, program_id))
    .map((periodProgram) => {
      const program = byId(catalog.programs, periodProgram.program_id);
      const group = byId(schoolsOf(catalog), program.program_group_id);
      const division = byId(catalog.divisions, group.division_id);
      const period = byId(catalog.periods, periodProgram.period_id);
      const sells = periodProgram.is_active && program.is_active;
      return { periodProgram: { ...periodProgram, is_active: sells }, program, group, division, period };
    })
    .filter(({ period }) => !period.is_draft)
    .toSorted((a, b) => a.group.position - b.group.position || a.program.position - b.program.position);

export const surchargesOf = (
  { payment_type_surcharges, options }: Catalog,
  period_program_id: number,
): SurchargeRow[] =>
  payment_type_surcharges
    .filter((surcharge) => surcharge.period_program_id === period_program_id && surcharge.is_active)
    .map((surcharge) => ({ surcharge, paymentType: byId(options, surcharge.payment_type_id) }));

export const routesOf = ({ routes }: Catalog, period_program_id: number, activeOnly: boolean): RouteRow[] =>
  routes
    .filter((route) => route.period_program_id === period_program_id && (route.is_active || !activeOnly))
    .toSorted(inPlace);

export const routeOf = ({ routes }: Catalog, id: number): RouteRow => byId(routes, id);

export const termsOf = ({ payment_terms, options }: Catalog, route_id: number): TermRow[] =>
  payment_terms
    .filter((term) => term.route_id === route_id && term.is_active)
    .map((term) => ({ term, type: byId(options, term.payment_term_type_id) }));

export const addonsOf = ({ addons }: Catalog, route_id: number): AddonRow[] =>
  addons.filter((addon) => addon.route_id === route_id && addon.is_active).toSorted(inPlace);

export const discountsOf = ({ route_discounts }: Catalog, route_id: number): DiscountRow[] =>
  route_discounts.filter((discount) => discount.route_id === route_id && discount.is_active);

/** The Transportation Contract, the only product on sale (O1). */
export function contractProductOf({ products }: Catalog): Catalog['products'][number] {
  const product = products.find(({ name }) => name === 'Transportation Contract');
  invariant(product, 'the Transportation Contract is sold');
  return product;
}

/** The content blocks in their order, each with the path of the school that it belongs to. */
export const blocksOf = ({ content_blocks, program_groups }: Catalog) =>
  content_blocks.toSorted(inPlace).map((block) => ({
    ...block,
    program_group: program_groups.find(({ id }) => id === block.program_group_id)?.path ?? null,
  }));

/** The path of today of a school that has had another one; undefined for a path that no school has had. */
export const movedPath = ({ program_groups }: Catalog, path: string): string | undefined =>
  program_groups.find(({ old_paths }) => old_paths.some((old) => old.toLowerCase() === path.toLowerCase()))
    ?.path;
