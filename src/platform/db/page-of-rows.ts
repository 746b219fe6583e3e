import { and, asc, desc, sql, type SQLWrapper } from 'drizzle-orm';
import { writeCursor, type Key } from '#kit/list/cursor.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import type { Total } from '#kit/list/list-total.ts';

/**
 * The columns of a sort; the last makes a row unique. `leading` of them are of another table than the others:
 * an index of that table leads to the page only by a comparison with these alone.
 */
export type Sorting = {
  readonly by: readonly SQLWrapper[];
  readonly leading?: number;
  readonly descends?: boolean;
};

const listOf = (items: readonly SQLWrapper[]) => sql.join([...items], sql`, `);

/**
 * The parts of a statement for one page, found by keys and not by counting rows: a page costs the same at any
 * depth. Reads one row more than the page; `pageOf` takes the row off.
 */
export function pageOfRows(
  { by, leading, descends }: Sorting,
  { after, limit }: Pick<Place, 'after' | 'limit'>,
) {
  const compares = descends ? '<' : '>';
  const isPast = (n: number, compared: string) => {
    const last = after!.slice(0, n).map((key) => sql`${key}`);
    return sql`(${listOf(by.slice(0, n))}) ${sql.raw(compared)} (${listOf(last)})`;
  };
  const isBehind =
    after && and(leading ? isPast(leading, `${compares}=`) : undefined, isPast(by.length, compares));
  return {
    keys: sql<Key[]>`jsonb_build_array(${listOf(by)})`,
    isBehind,
    orderBy: by.map((key) => (descends ? desc(key) : asc(key))),
    limit: limit + 1,
  };
}

export type Page<Row> = { rows: Row[]; next: string | null };

/** A page as a list answers: with the total of the list (OF1.1). */
export type CountedPage<Row> = Page<Row> & Total;

/** @param found rows in order, one more than the page if the list goes on */
export function pageOf<Row>(
  found: readonly Row[],
  { sort, limit }: Place,
  keysOf: (row: Row) => readonly Key[],
): Page<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: last && found.length > limit ? writeCursor(sort, keysOf(last)) : null };
}
