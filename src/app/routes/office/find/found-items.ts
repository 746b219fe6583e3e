import { m } from '#i18n/messages.js';
import type { FoundGroup, FoundKind, Hit } from '#modules/office/lookup/lookup.contract.ts';

export type FoundItem = {
  readonly key: string;
  readonly kind: FoundKind | 'page';
  readonly path: string;
  readonly title: string;
  readonly detail: string;
  readonly isExact: boolean;
  /** the way to all of a group */
  readonly isAll?: boolean;
};

export type ItemGroup = { readonly kind: FoundKind | 'page'; readonly items: readonly FoundItem[] };

type FoundHit = Omit<Hit, 'id'>;

const itemOf = (kind: ItemGroup['kind'], { is_exact, ...hit }: FoundHit): FoundItem => ({
  ...hit,
  kind,
  key: `${kind} ${hit.path} ${hit.title}`,
  isExact: is_exact,
});

/** `See all 12` below a group that has more than its hits. */
function allOf({ kind, path, total, is_total_capped, hits }: FoundGroup): FoundItem[] {
  if (path === null || total <= hits.length) return [];
  const n = total.toLocaleString('en-US');
  const title = is_total_capped ? m.find_see_all_capped({ n }) : m.find_see_all({ n });
  return [{ key: `all ${kind}`, kind, path, title, detail: '', isExact: false, isAll: true }];
}

/** The pages come first if one has the typed name, and last else (OF2.2). */
export function foundItems(groups: readonly FoundGroup[], pages: readonly FoundHit[]): ItemGroup[] {
  const found = groups.map((group) => ({
    kind: group.kind,
    items: [...group.hits.map((hit) => itemOf(group.kind, hit)), ...allOf(group)],
  }));
  if (pages.length === 0) return found;
  const ofPages = { kind: 'page' as const, items: pages.map((page) => itemOf('page', page)) };
  return pages.some(({ is_exact }) => is_exact) ? [ofPages, ...found] : [...found, ofPages];
}

/** What Enter opens at once: the only exact hit (OF2.4). */
export function onlyExact(groups: readonly ItemGroup[]): FoundItem | undefined {
  const exact = groups.flatMap(({ items }) => items.filter(({ isExact }) => isExact));
  return exact.length === 1 ? exact[0] : undefined;
}
