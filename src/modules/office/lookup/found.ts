import { totalOf } from '#kit/list/list-total.ts';
import { HITS_OF_GROUP, type FoundGroup, type FoundKind, type Hit } from './lookup.contract.ts';

export type Found = Omit<FoundGroup, 'kind'>;

/** A page with a search in the address; `added`: further filters. */
export const searched = (path: string, name: string, text: string): string =>
  `${path}?${new URLSearchParams({ [name]: text })}`;

/** All hits of a kind without a list, cut to those of a group. */
export const ofHits = (hits: readonly Hit[], n = hits.length): Found => ({
  ...totalOf(n),
  path: null,
  hits: hits.slice(0, HITS_OF_GROUP),
});

/** Groups with an exact hit come first, then all in the order of the kinds. */
export function inOrder(found: readonly (readonly [FoundKind, Found])[]): FoundGroup[] {
  const groups = found.filter(([, { hits }]) => hits.length > 0).map(([kind, of]) => ({ kind, ...of }));
  const hasExact = ({ hits }: Found) => hits.some(({ is_exact }) => is_exact);
  return [...groups.filter(hasExact), ...groups.filter((group) => !hasExact(group))];
}
