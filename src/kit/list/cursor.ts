import { refuseField } from '#kit/refusal.ts';
import { unstorableIn } from '#kit/text/storable-text.ts';
import { listRefusals } from './list.refusals.ts';

export type Key = string | number;

/** The kinds of the keys of a sort, in order. */
export type KeyKinds = readonly ('text' | 'number')[];

/** Writes the end of a page: the sort and the keys of the last row, as text for an address. */
export function writeCursor(sort: string, keys: readonly Key[]): string {
  return encodeURIComponent(JSON.stringify([sort, ...keys]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}

const isOfKind = (key: unknown, kind: KeyKinds[number]) =>
  kind === 'text' ? typeof key === 'string' && unstorableIn(key).length === 0 : Number.isSafeInteger(key);

/**
 * Reads the end of the last page.
 * @returns undefined without a cursor: the list begins at the top
 * @throws cursor_unknown for a text of another list, or of another sort of the list
 */
export function readCursor(text: string | undefined, sort: string, kinds: KeyKinds): Key[] | undefined {
  if (text === undefined) return undefined;
  const cursor = parsed(text);
  const [of, ...keys]: unknown[] = Array.isArray(cursor) ? cursor : [];
  const isCursor =
    of === sort && keys.length === kinds.length && keys.every((key, i) => isOfKind(key, kinds[i]!));
  if (!isCursor) throw refuseField(listRefusals.cursor_unknown, 'after');
  return keys as Key[];
}
