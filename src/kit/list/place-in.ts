import { isAllowed, type Reader } from '#kit/endpoint/right.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { Refusal } from '#kit/refusal.ts';
import { readCursor } from './cursor.ts';
import type { ListEndpoint, Place } from './list-endpoint.ts';

/**
 * Finds the place of the requested page.
 * @throws right_missing for a sort without the reader's right, cursor_unknown
 */
export function placeIn(
  { sorts }: Pick<ListEndpoint, 'sorts'>,
  { sort, after, limit }: { sort: string; after?: string | undefined; limit: number },
  reader: Reader,
): Place {
  const { keys, right } = sorts[sort]!;
  if (!isAllowed(reader, right)) throw new Refusal(rightRefusals.right_missing);
  return { sort, after: readCursor(after, sort, keys), limit };
}
