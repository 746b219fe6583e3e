type Key = string | number;

/** Where a page ended: the sort keys of its last row, as a text that fits into an address. */
export function writeCursor(keys: readonly Key[]): string {
  return encodeURIComponent(JSON.stringify(keys));
}

/** @returns undefined when the text is not a cursor of `length` keys; the list then begins at its top */
export function readCursor(text: string | undefined, length: number): Key[] | undefined {
  if (text === undefined) return undefined;
  try {
    const keys: unknown = JSON.parse(decodeURIComponent(text));
    const isKeys =
      Array.isArray(keys) &&
      keys.length === length &&
      keys.every((key) => typeof key === 'string' || Number.isSafeInteger(key));
    return isKeys ? (keys as Key[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Escapes a text for LIKE, where `%` and `_` stand for anything. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
