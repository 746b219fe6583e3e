import { z } from 'zod';
import { endpoint, type EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import type { Right } from '#kit/endpoint/right.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import type { RefusalKind } from '#kit/refusal.ts';
import type { Key, KeyKinds } from './cursor.ts';
import type { FilterKind } from './filter-grammar.ts';
import { kindsOf } from './filters.ts';
import { listRefusals } from './list.refusals.ts';

const PAGE_SIZE = 50;
/** The most rows of a page. */
export const LARGEST_PAGE = 200;

/** The end of the last page, as given by the last answer; 5000 fits the longest names, encoded. */
const cursorShape = z.string().max(5000).optional();

/** `right`: the order of the rows would tell a caller without the right too much (OF8.3). */
export type SortDefinition = { readonly keys: KeyKinds; readonly right?: Right };

/** The search words of a list. */
export const searchText = z.string().trim().max(100).default('');

type Definition<N, P, R, S extends string, F, U, M> = {
  readonly name: N;
  readonly summary: string;
  readonly path: P;
  readonly right: Right;
  /** the rows name families or applicants: each page opened by staff leaves a row in the audit log (MH15) */
  readonly isOfPeople: boolean;
  readonly row: R;
  /** the first is the default */
  readonly sorts: Readonly<Record<S, SortDefinition>>;
  /** of the grammar of filters (`filters.ts`), or of other shapes */
  readonly filters: F;
  /** sums over all rows of the list; the answer leaves them out where the total is capped */
  readonly sums?: U;
  /** facts of the whole list beside rows, total and sums */
  readonly more?: M;
  readonly refusals?: readonly RefusalKind<never>[];
};

/**
 * A list of the office, declared once: a page of rows by filters, a sort and the end of the page before.
 * `handleList` serves the list and the list's file.
 */
export function listEndpoint<
  const N extends string,
  const P extends string,
  R extends z.ZodObject,
  S extends string,
  F extends z.ZodRawShape,
  // Empty shapes: a list without sums or facts beside the rows.
  // oxlint-disable-next-line typescript/no-empty-object-type
  U extends z.ZodRawShape = {},
  // oxlint-disable-next-line typescript/no-empty-object-type
  M extends z.ZodRawShape = {},
>({
  name,
  summary,
  path,
  right,
  isOfPeople,
  row,
  sorts,
  filters,
  sums,
  more,
  refusals = [],
}: Definition<N, P, R, S, F, U, M>) {
  return {
    ...endpoint({
      name,
      summary,
      method: 'GET',
      path,
      guard: { right },
      query: z.object({ ...filters, ...placeShapes(sorts) }),
      item: z.object({
        ...(more ?? ({} as M)),
        rows: z.array(row),
        total: z.number().int(),
        is_total_capped: z.boolean(),
        sums: z.object(sums ?? ({} as U)).optional(),
        next: z.string().nullable(),
      }),
      refusals: [
        listRefusals.cursor_unknown,
        listRefusals.filter_invalid,
        rightRefusals.right_missing,
        ...refusals,
      ],
      isOfPeople,
    }),
    sorts,
    filters,
    kinds: kindsOf(filters),
  };
}

function placeShapes<S extends string>(sorts: Readonly<Record<S, SortDefinition>>) {
  const names = Object.keys(sorts) as [S, ...S[]];
  return {
    sort: z
      .enum(names)
      .optional()
      .transform((sort): S => sort ?? names[0]),
    after: cursorShape,
    limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).default(PAGE_SIZE),
  };
}

export type ListEndpoint = EndpointDefinition & {
  readonly guard: { readonly right: Right };
  readonly query: z.ZodType<{ sort: string; limit: number }>;
  readonly item: z.ZodType;
  readonly sorts: Readonly<Record<string, SortDefinition>>;
  readonly filters: z.ZodRawShape;
  readonly kinds: Readonly<Record<string, FilterKind>>;
};

/** The place of a page in a list: behind `after`, at most `limit` rows. */
export type Place<S extends string = string> = { sort: S; after: Key[] | undefined; limit: number };

/** The first page of a list by a sort, for readers inside the portal. */
export const firstPage = <S extends string>(sort: S, limit = PAGE_SIZE): Place<S> => ({
  sort,
  after: undefined,
  limit,
});
