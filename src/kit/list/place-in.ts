import { isAllowed, type Reader } from '#kit/endpoint/right.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { Refusal } from '#kit/refusal.ts';
import { readCursor } from './cursor.ts';
import type { ListEndpoint, Place } from './list-endpoint.ts';

type Asked = Readonly<Record<string, unknown>> & {
  sort: string;
  after?: string | undefined;
  limit: number;
};

/**
 * Finds the place of the requested page.
 * @throws right_missing for a sort or filter without the reader's right, cursor_unknown
 */
export function placeIn(
  { sorts, kinds }: Pick<ListEndpoint, 'sorts' | 'kinds'>,
  { sort, after, limit, ...asked }: Asked,
  reader: Reader,
): Place {
  const { keys, right } = sorts[sort]!;
  const ofFilters = Object.entries(kinds)
    .filter(([name]) => asked[name] !== undefined)
    .map(([, filter]) => filter.right);
  if (![right, ...ofFilters].every((one) => isAllowed(reader, one)))
    throw new Refusal(rightRefusals.right_missing);
  return { sort, after: readCursor(after, sort, keys), limit };
}
