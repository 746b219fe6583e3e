import { refuseFilter } from '#kit/list/list.refusals.ts';
import { userPhones } from '#modules/accounts/profile/encrypted-phones.service.ts';
import type { SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { searchWords } from '#platform/vault/phone-marks.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { PlaceIds } from './place-ids.ts';

/** The filters by what is sold, as the lists of students, orders and payments share them. */
export type PlaceFilters = {
  season?: readonly ('current' | number)[] | undefined;
  /** paths */
  school?: readonly string[] | undefined;
  program?: readonly number[] | undefined;
  line?: readonly number[] | undefined;
  grade?: readonly number[] | undefined;
  addon?: readonly number[] | undefined;
};

type Row = { id: number };

/** @throws filter_invalid for an id without a row */
export function knownIds(name: string, ids: readonly number[] | undefined, rows: readonly Row[]) {
  const stranger = ids?.find((id) => !rows.some((row) => row.id === id));
  if (stranger !== undefined) throw refuseFilter(name, String(stranger));
  return ids;
}

function groupsOf(paths: PlaceFilters['school'], { program_groups }: SellingCatalog) {
  return paths?.map((path) => {
    const group = program_groups.find((one) => one.path.toLowerCase() === path.toLowerCase());
    if (!group) throw refuseFilter('school', path);
    return group.id;
  });
}

/** `current`: the current school years of the schools. */
function periodsOf(season: PlaceFilters['season'], catalog: SellingCatalog) {
  const current = catalog.program_groups.flatMap(({ current_period_id }) => current_period_id ?? []);
  const ids = season?.flatMap((one) => (one === 'current' ? current : [one]));
  return knownIds('season', ids && [...new Set(ids)], catalog.periods);
}

/** The routes of programs; a line of a filter is one of these routes. */
function routesOf({ program, line }: PlaceFilters, catalog: SellingCatalog) {
  const lines = knownIds('line', line, catalog.routes);
  const programs = knownIds('program', program, catalog.programs);
  if (!programs) return lines;
  const sold = new Set(
    catalog.period_programs.filter((one) => programs.includes(one.program_id)).map(({ id }) => id),
  );
  return catalog.routes
    .filter(({ id, period_program_id }) => sold.has(period_program_id) && (lines?.includes(id) ?? true))
    .map(({ id }) => id);
}

/** @throws filter_invalid for a value without a row in the catalog */
export function placeIds(catalog: SellingCatalog, asked: PlaceFilters): PlaceIds {
  const ids = {
    period_ids: periodsOf(asked.season, catalog),
    group_ids: groupsOf(asked.school, catalog),
    route_ids: routesOf(asked, catalog),
    grade_ids: knownIds('grade', asked.grade, catalog.program_grades),
    addon_ids: knownIds('addon', asked.addon, catalog.addons),
  };
  return Object.fromEntries(Object.entries(ids).filter(([, value]) => value !== undefined));
}

/**
 * The filters of a list whose rows are of orders.
 * @throws filter_invalid
 */
export const orderFilters = (
  { vault, catalog }: { vault: Vault; catalog: SellingCatalog },
  { search, ...asked }: Pick<PlaceFilters, 'season' | 'school'> & { search: string },
) => ({ ...placeIds(catalog, asked), words: searchWords(vault, userPhones.table, search) });
