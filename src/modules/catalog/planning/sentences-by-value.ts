type Place = { ref: string; field: string | null };

export const valueKey = ({ ref, field }: Place): string => `${ref}.${field}`;

/** The sentences about each value of a roll-over, by `valueKey`. */
export function sentencesByValue(places: readonly (Place & { sentence: string })[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const place of places) {
    const before = found.get(valueKey(place));
    found.set(valueKey(place), before ? `${before} ${place.sentence}` : place.sentence);
  }
  return found;
}
