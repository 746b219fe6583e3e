import { addDays, addMonthsClamped, plainDate, type PlainDate } from '#kit/plain-date.ts';
import type { SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { SeasonGrouping } from './season-groupings.ts';

/** A row of the report: the groupings with their keys; none for the total. */
export type RowPlace = readonly (readonly [SeasonGrouping, key: string])[];

type Of = { catalog: SellingCatalog; period_id: number; as_of: PlainDate };

const lastOf = (month: string): PlainDate => addDays(addMonthsClamped(plainDate(`${month}-01`), 1), -1);

/** Filters of the list of orders for one grouping of a row. */
function filtersOf({ catalog, as_of }: Of, grouping: SeasonGrouping, key: string): Record<string, string> {
  switch (grouping) {
    case 'school':
      return { school: catalog.program_groups.find(({ id }) => id === Number(key))!.path };
    case 'program':
      return {
        program: String(catalog.period_programs.find(({ id }) => id === Number(key))!.program_id),
      };
    case 'route':
      return { line: key };
    case 'term':
      return { plan: String(catalog.payment_terms.find(({ name }) => name === key)!.id) };
    case 'payment_type':
      return { paid_by: key };
    case 'month': {
      const last = lastOf(key);
      return { in_force: `${key}-01..${last < as_of ? last : as_of}` };
    }
  }
}

/**
 * The filters of the list of orders that has the contracts of a row, and with `ended` those that have ended
 * (RP2.5).
 */
export function ordersOf(of: Of, place: RowPlace): { contracts: string; ended: string } {
  const filters = Object.assign(
    { season: String(of.period_id), in_force: `..${of.as_of}` },
    ...place.map(([grouping, key]) => filtersOf(of, grouping, key)),
  ) as Record<string, string>;
  const contracts = String(new URLSearchParams(filters));
  return { contracts, ended: `${contracts}&ended=..${of.as_of}` };
}

/** The list of what is owed has these filters, and knows today alone. */
const FILTERS_OF_OWED: readonly SeasonGrouping[] = ['school', 'route'];

/**
 * The filters under which the list of what is owed shows the past due payments of a row (RP2.5).
 * @returns undefined for a past day, and for a grouping without a filter in that list
 */
export function owedOf(of: Of & { today: PlainDate }, place: RowPlace): string | undefined {
  if (of.as_of !== of.today) return undefined;
  if (!place.every(([grouping]) => FILTERS_OF_OWED.includes(grouping))) return undefined;
  const filters = place.map(([grouping, key]) => filtersOf(of, grouping, key));
  return String(
    new URLSearchParams(Object.assign({ season: String(of.period_id), days_late: '1..' }, ...filters)),
  );
}
