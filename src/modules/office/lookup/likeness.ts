/** Without marks and case, as people type names. */
const folded = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

export type Likeness = 'exact' | 'begins' | 'inside';

const LIKENESSES: readonly Likeness[] = ['exact', 'begins', 'inside'];

function likenessOf(name: string, typed: string): Likeness | undefined {
  const words = typed.split(' ');
  if (name === typed) return 'exact';
  if (name.startsWith(typed) || name.includes(` ${typed}`)) return 'begins';
  return words.every((word) => name.includes(word)) ? 'inside' : undefined;
}

type Alike<Thing> = { thing: Thing; likeness: Likeness };

/**
 * The things of whose names one has each typed word, the likeliest first, else in their order (OF2.2). For
 * names at hand, as those of the catalog and of pages; PostgreSQL finds families and students.
 */
export function alike<Thing>(
  typed: string,
  things: readonly Thing[],
  namesOf: (thing: Thing) => readonly (string | null)[],
): Alike<Thing>[] {
  const sought = folded(typed);
  if (sought === '') return [];
  const found = things.flatMap((thing) => {
    const ofNames = namesOf(thing).map((name) => likenessOf(folded(name ?? ''), sought));
    const likeness = LIKENESSES.find((one) => ofNames.includes(one));
    return likeness ? [{ thing, likeness }] : [];
  });
  return LIKENESSES.flatMap((likeness) => found.filter((one) => one.likeness === likeness));
}
