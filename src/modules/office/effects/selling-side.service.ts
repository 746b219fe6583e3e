import type { CatalogSides } from '#modules/catalog/changes/effects.service.ts';
import { catalogAt, type Catalog, type SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { whySchoolIsClosed, type SchoolFacts } from '#modules/catalog/routes/on-sale.ts';
import { spansOf, type Span } from './sale-spans.ts';

/** Both catalogs in the same spans. */
export type SellingSides = { spans: readonly Span[]; before: SellingSide; after: SellingSide };

export function sellingSides(
  { before, after }: CatalogSides,
  moment: { now: Date; time_zone: string },
): SellingSides {
  const hours = [...before.period_program_groups, ...after.period_program_groups];
  const spans = spansOf(hours, moment);
  return { spans, before: sellingSide(before, spans), after: sellingSide(after, spans) };
}

export type SchoolInSeason = { period_id: number; program_group_id: number };

/** A catalog in every span. */
export type SellingSide = {
  now: SellingCatalog;
  /** the facts by which a school sells a season, by span */
  schoolIn: (school: SchoolInSeason) => readonly SchoolFacts[];
};

function sellingSide(catalog: Catalog, spans: readonly Span[]): SellingSide {
  const catalogs = spans.map(({ at }) => catalogAt(catalog, at));
  const known = new Map<string, readonly SchoolFacts[]>();
  return {
    now: catalogs[0]!,
    schoolIn(school) {
      const key = `${school.period_id} ${school.program_group_id}`;
      const facts = known.get(key) ?? catalogs.map((one) => schoolFacts(one, school));
      known.set(key, facts);
      return facts;
    },
  };
}

const NOWHERE = { is_active: false, current_period_id: null };

/** A school or season that the catalog does not have sells nothing. */
function schoolFacts(catalog: SellingCatalog, { period_id, program_group_id }: SchoolInSeason): SchoolFacts {
  return {
    period: catalog.periods.find(({ id }) => id === period_id) ?? { id: period_id },
    program_group: catalog.program_groups.find(({ id }) => id === program_group_id) ?? NOWHERE,
    period_program_group: catalog.period_program_groups.find(
      (one) => one.period_id === period_id && one.program_group_id === program_group_id,
    ),
  };
}

/** Whether a school sells a season, by span. */
export const schoolSells = (side: SellingSide, school: SchoolInSeason): boolean[] =>
  side.schoolIn(school).map((facts) => whySchoolIsClosed(facts) === null);

/** Whether a program is sold where its school sells. */
export function isProgramOn({ now }: SellingSide, period_program_id: number): boolean {
  const sold = now.period_programs.find(({ id }) => id === period_program_id);
  const program = now.programs.find(({ id }) => id === sold?.program_id);
  return sold?.is_active === true && program?.is_active === true;
}
