import { refuseField } from '#kit/refusal.ts';
import { unstorableIn } from '#kit/text/storable-text.ts';
import { adminRefusals } from './admin.refusals.ts';

type Key = string | number;

/** What the keys of a cursor are, in their order. */
export type KeyKinds = readonly ('text' | 'number')[];

/** Where a page ended: the sort keys of its last row, as a text that fits into an address. */
export function writeCursor(keys: readonly Key[]): string {
  return encodeURIComponent(JSON.stringify(keys));
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
 * Reads where the last page ended.
 * @returns undefined where there was none; the list then begins at its top
 * @throws Refusal cursor_unknown when the text is not one that this list has written
 */
export function readCursor(text: string | undefined, kinds: KeyKinds): Key[] | undefined {
  if (text === undefined) return undefined;
  const keys = parsed(text);
  const isCursor =
    Array.isArray(keys) && keys.length === kinds.length && keys.every((key, i) => isOfKind(key, kinds[i]!));
  if (!isCursor) throw refuseField(adminRefusals.cursor_unknown, 'after');
  return keys as Key[];
}

/** Escapes a text for LIKE, where `%` and `_` stand for anything. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
