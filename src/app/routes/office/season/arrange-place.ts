import type { CopiedKind } from '#modules/catalog/objects/object-kinds.ts';

export type Arranged = {
  id: number;
  version: number;
  name: string;
  /** the object that a copy is made of */
  copyOf?: { kind: CopiedKind; id: number };
};

/** The place of an object among its siblings, from 0; `before` is the id of the next one. */
export type Place = { item: Arranged; at: number; before: number | null };

/** What stands at each place once an object has moved there. */
export const placeAt = (items: readonly Arranged[], item: Arranged, at: number): Place => ({
  item,
  at,
  before: items.filter(({ id }) => id !== item.id)[at]?.id ?? null,
});

/** A drop of the object `id` on the upper or lower half of the row of the object `over`. */
export type Drop = { id: number; over: number; edge: 'top' | 'bottom' };

/** Where a drop puts an object; undefined if the object stands there already, or is gone meanwhile. */
export function placeOfDrop(items: readonly Arranged[], { id, over, edge }: Drop): Place | undefined {
  const item = items.find((one) => one.id === id);
  const others = items.filter((one) => one.id !== id);
  const beside = others.findIndex((one) => one.id === over);
  if (!item || beside < 0) return undefined;
  const at = edge === 'top' ? beside : beside + 1;
  return items.indexOf(item) === at ? undefined : placeAt(items, item, at);
}
