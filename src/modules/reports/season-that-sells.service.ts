import type { SellingCatalog } from '#modules/catalog/current-catalog.service.ts';

type Season = SellingCatalog['periods'][number];

/** The newest first; nobody has signed for a draft. */
export const publishedSeasons = ({ periods }: Pick<SellingCatalog, 'periods'>): Season[] =>
  periods
    .filter(({ is_draft }) => !is_draft)
    .toSorted((a, b) => b.starts_on.localeCompare(a.starts_on) || b.id - a.id);

/** The newest season with a school that sells, else the newest one (RP1.1). */
export function seasonThatSells(catalog: SellingCatalog): Season | undefined {
  const seasons = publishedSeasons(catalog);
  const sells = ({ id }: Season) =>
    catalog.period_program_groups.some(({ period_id, is_active }) => period_id === id && is_active);
  return seasons.find(sells) ?? seasons[0];
}
