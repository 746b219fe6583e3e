/** A way into the file as it was typed: names and positions. */
export type Path = PropertyKey[];

/** A value of the file as it was typed, and where it stands. */
export type Place = { value: unknown; path: Path };

/**
 * Every place that a pattern such as `['periods', '*', 'programs']` names; what is of another form has none.
 */
export function placesOf(root: Place, pattern: readonly string[]): Place[] {
  return pattern.reduce<Place[]>((places, part) => places.flatMap((place) => step(place, part)), [root]);
}

function step({ value, path }: Place, part: string): Place[] {
  if (part === '*')
    return Array.isArray(value) ? value.map((item: unknown, i) => ({ value: item, path: [...path, i] })) : [];
  if (typeof value !== 'object' || value === null || !(part in value)) return [];
  return [{ value: (value as Record<string, unknown>)[part], path: [...path, part] }];
}
