/** The words that say something, trimmed, with `by` between them. */
export const joined = (words: readonly (string | null | undefined)[], by: string): string =>
  words
    .map((word) => word?.trim())
    .filter(Boolean)
    .join(by);
