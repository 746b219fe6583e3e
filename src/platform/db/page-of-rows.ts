import { asc, desc, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { writeCursor, type Key } from '#kit/list/cursor.ts';
import type { Place, Total } from '#kit/list/list-endpoint.ts';

/** The columns of a sort; the last makes a row unique. */
export type Sorting = { readonly by: readonly SQLWrapper[]; readonly descends?: boolean };

/**
 * The parts of a statement for one page, found by keys and not by counting rows: a page costs the same at any
 * depth. Reads one row more than the page; `pageOf` takes the row off.
 */
export function pageOfRows({ by, descends }: Sorting, { after, limit }: Place) {
  const keys = sql.join([...by], sql`, `);
  const last =
    after &&
    sql.join(
      after.map((key) => sql`${key}`),
      sql`, `,
    );
  const isBehind: SQL | undefined = last && sql`(${keys}) ${sql.raw(descends ? '<' : '>')} (${last})`;
  return {
    keys: sql<Key[]>`jsonb_build_array(${keys})`,
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
