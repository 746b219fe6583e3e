import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { idShape } from '#kit/endpoint/wire.ts';
import { searchText } from '#kit/list/list-endpoint.ts';

/** What the search finds, in the order of the groups (OF2.2). */
export const FOUND_KINDS = [
  'recent',
  'family',
  'student',
  'order',
  'payment',
  'method',
  'paper',
  'aid_code',
  'award',
  'route',
  'school',
  'program',
  'season',
  'news',
  'staff',
] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** The most hits of a group. */
export const HITS_OF_GROUP = 5;

export const hitShape = z.object({
  id: idShape,
  /** the page of the thing */
  path: z.string(),
  title: z.string(),
  /** tells the thing from others of the same name; sums stand here only for staff with the right `money` */
  detail: z.string(),
  /** the typed text is the whole number, code, address or name of the thing */
  is_exact: z.boolean(),
});
export type Hit = z.output<typeof hitShape>;

export const foundGroupShape = z.object({
  kind: z.enum(FOUND_KINDS),
  /** exact up to 10,000 */
  total: z.number().int(),
  is_total_capped: z.boolean(),
  /** the list with this search; null for kinds without a list */
  path: z.string().nullable(),
  hits: z.array(hitShape),
});
export type FoundGroup = z.output<typeof foundGroupShape>;

export const searchOffice = endpoint({
  name: 'searchOffice',
  summary:
    'The likeliest families, students, orders, payments and things on sale for a text, by kind and only of ' +
    'kinds that the role opens; without a text the last things that the caller opened (OF2)',
  method: 'GET',
  path: '/admin/search',
  guard: { right: 'families' },
  query: z.object({ q: searchText }),
  item: z.object({ groups: z.array(foundGroupShape) }),
  refusals: [],
});
