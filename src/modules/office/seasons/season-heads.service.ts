import type { PlainDate } from '#kit/plain-date.ts';
import type { Catalog } from '#modules/catalog/current-catalog.service.ts';
import { whySchoolIsClosed } from '#modules/catalog/routes/on-sale.ts';
import { seasonState, sells, type SchoolOfSeason } from '#modules/catalog/routes/season-state.ts';

export type PeriodRow = Catalog['periods'][number];
export type GroupRow = Catalog['program_groups'][number];

/** The facts by which a school sells a season; ended schools and schools outside the season have them too. */
export function schoolOfSeason(catalog: Catalog, period: PeriodRow, program_group: GroupRow): SchoolOfSeason {
  const current = catalog.periods.find(({ id }) => id === program_group.current_period_id);
  return {
    period,
    program_group,
    period_program_group: catalog.period_program_groups.find(
      (one) => one.period_id === period.id && one.program_group_id === program_group.id,
    ),
    current_starts_on: current?.starts_on ?? null,
  };
}

/** What the list of seasons and the board say of a season, from the catalog alone. */
export function seasonHead(catalog: Catalog, period: PeriodRow, today: PlainDate) {
  const schools = catalog.program_groups
    .map((group) => schoolOfSeason(catalog, period, group))
    .filter(({ period_program_group }) => period_program_group);
  const published = { ...period, is_draft: false };
  const isReady = (school: SchoolOfSeason) => whySchoolIsClosed({ ...school, period: published }) === null;
  return {
    ...period,
    state: seasonState(period, schools, today),
    schools: schools.length,
    schools_selling: schools.filter(sells).length,
    schools_ready: schools.filter(isReady).length,
    routes: routesOfSeason(catalog, period.id).filter(({ is_active }) => is_active).length,
  };
}

export function routesOfSeason(catalog: Catalog, period_id: number): Catalog['routes'] {
  const sold = new Set(
    catalog.period_programs.filter((one) => one.period_id === period_id).map(({ id }) => id),
  );
  return catalog.routes.filter(({ period_program_id }) => sold.has(period_program_id));
}
