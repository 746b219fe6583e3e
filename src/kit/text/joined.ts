/** Joins the nonblank words, trimmed. */
export const joined = (words: readonly (string | null | undefined)[], by: string): string =>
  words
    .map((word) => word?.trim())
    .filter(Boolean)
    .join(by);
