import type { PlainDate } from '#kit/plain-date.ts';
import { asPublished, type SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { whySchoolIsClosed } from '#modules/catalog/routes/on-sale.ts';
import { seasonState, sells, type SchoolOfSeason } from '#modules/catalog/routes/season-state.ts';

export type PeriodRow = SellingCatalog['periods'][number];
export type GroupRow = SellingCatalog['program_groups'][number];

/** The facts by which a school sells a season; ended schools and schools outside the season have them too. */
export function schoolOfSeason(
  catalog: SellingCatalog,
  period: PeriodRow,
  program_group: GroupRow,
): SchoolOfSeason {
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

const schoolsOfSeason = (catalog: SellingCatalog, period: PeriodRow): SchoolOfSeason[] =>
  catalog.program_groups
    .map((group) => schoolOfSeason(catalog, period, group))
    .filter(({ period_program_group }) => period_program_group);

/** The schools that would sell the season right away if it were published. */
function schoolsReady(catalog: SellingCatalog, period: PeriodRow, now: Date): SchoolOfSeason[] {
  const published = asPublished(catalog, period.id, now);
  return schoolsOfSeason(published, { ...period, is_draft: false }).filter(sells);
}

/** The schools that sell a season, once published, from an opening hour that is still to come. */
const schoolsByHour = (schools: readonly SchoolOfSeason[]): SchoolOfSeason[] =>
  schools.filter(
    (school) =>
      whySchoolIsClosed({ ...school, period: { ...school.period, is_draft: false } }) === 'school_opens',
  );

type At = { today: PlainDate; now: Date };

/** What the list of seasons and the board say of a season, from the catalog alone. */
export function seasonHead(catalog: SellingCatalog, period: PeriodRow, { today, now }: At) {
  const schools = schoolsOfSeason(catalog, period);
  const selling = schools.filter(sells);
  return {
    ...period,
    state: seasonState(period, schools, today),
    schools: schools.length,
    schools_selling: selling.length,
    schools_ready: (period.is_draft ? schoolsReady(catalog, period, now) : selling).length,
    schools_by_hour: schoolsByHour(schools).length,
    routes: routesOfSeason(catalog, period.id).filter(({ is_active }) => is_active).length,
  };
}

export function routesOfSeason(catalog: SellingCatalog, period_id: number): SellingCatalog['routes'] {
  const sold = new Set(
    catalog.period_programs.filter((one) => one.period_id === period_id).map(({ id }) => id),
  );
  return catalog.routes.filter(({ period_program_id }) => sold.has(period_program_id));
}
