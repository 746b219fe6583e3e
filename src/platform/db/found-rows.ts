import { sql, type Column, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Place } from '#kit/list/list-endpoint.ts';
import { LARGEST_TOTAL, totalOf, type Total } from '#kit/list/list-total.ts';
import type { Key } from '#kit/list/cursor.ts';
import { isAnyOf } from './any-of.ts';
import type { Db } from './database.ts';
import { pageOf, pageOfRows, type CountedPage, type Sorting } from './page-of-rows.ts';

/**
 * The rows of a list: rows of a table, or of a selection with a name, with all conditions, each a question
 * about one row.
 */
export type Listed = {
  readonly table: PgTable | SQL;
  readonly id: SQLWrapper;
  readonly where: readonly (SQL | undefined)[];
  /** an amount of a row, summed up over the list */
  readonly amount?: Column;
};

/** A sort of rows, with the tables of its keys. */
type RowSort = Sorting & { readonly joins?: SQL };

/** The rows of a condition, which all begin with the keys `alike` and are sorted by those that follow. */
export type SortPart = RowSort & { readonly alike: readonly Key[]; readonly where: SQL | undefined };

/** A sort with the same order in parts, for a list too long to be sorted whole. */
type WholeSort = RowSort & { readonly parts?: (db: Db) => Promise<readonly SortPart[]> };

/** A sort, or parts that follow each other: a page reads no part behind the one that fills the page. */
export type ListedSort = WholeSort | readonly SortPart[];

export type FoundRows = {
  /** counted to one above the largest total, or as far as was asked for */
  n: number;
  total: Total;
  amount_cents: number;
  /** of all rows; undefined if there are more than the largest total */
  ids: readonly number[] | undefined;
};

const allOf = (where: readonly (SQL | undefined)[]): SQL => {
  const set = where.filter((one) => one !== undefined);
  return set.length === 0 ? sql`true` : sql.join(set, sql` and `);
};

type Counted = { n: number; amount_cents: number; ids: number[] | null };

/** Counts the rows, sums them up, and keeps the ids of a list that is not too long (OF1.1). */
async function findAll(
  db: Db,
  { table, id, where, amount }: Listed,
  countTo = LARGEST_TOTAL,
): Promise<FoundRows> {
  const { rows } = await db.execute<Counted>(sql`
    select count(*)::int as n, coalesce(sum(found.amount), 0)::bigint as amount_cents,
      case when count(*) <= ${LARGEST_TOTAL} then json_agg(found.id) end as ids
    from (select ${id} as id, ${amount ?? sql`0`} as amount from ${table} where ${allOf(where)}
      limit ${countTo + 1}) as found`);
  const { n, amount_cents, ids } = rows[0]!;
  return { n, total: totalOf(n), amount_cents, ids: n > LARGEST_TOTAL ? undefined : (ids ?? []) };
}

type Begun = { part: SortPart; after: Place['after'] };

/** The parts of a sort from the one in which a page begins. */
function partsFrom(parts: readonly SortPart[], after: Place['after']): Begun[] {
  const isAlike = ({ alike }: Pick<SortPart, 'alike'>) => alike.every((key, n) => key === after?.[n]);
  const begun = after ? Math.max(parts.findLastIndex(isAlike), 0) : 0;
  return parts
    .slice(begun)
    .map((part, n) => ({ part, after: n === 0 ? after?.slice(part.alike.length) : undefined }));
}

async function partsOf(db: Db, sort: ListedSort, isLong: boolean): Promise<readonly SortPart[]> {
  if (!('by' in sort)) return sort;
  return isLong && sort.parts ? sort.parts(db) : [{ ...sort, alike: [], where: undefined }];
}

export type ListedPage = CountedPage<number> & {
  amount_cents: number | undefined;
  found: FoundRows;
};

type PageQuery = {
  place: Place;
  sort: ListedSort;
  found?: FoundRows | undefined;
  /** counts further than the largest total */
  countTo?: number | undefined;
};

/**
 * The ids of a page in order, with total and sum. A list of at most 10,000 rows is found whole and sorted; a
 * longer one has so many rows that the index of the sort leads to a page soon.
 * @param found  of the page before, for a reader of all pages
 */
export async function listedPage(db: Db, listed: Listed, query: PageQuery): Promise<ListedPage> {
  const { place, sort } = query;
  const found = query.found ?? (await findAll(db, listed, query.countTo));
  const where = found.ids ? [isAnyOf(listed.id, found.ids)] : listed.where;
  const rows: { id: number; keys: Key[] }[] = [];
  const parts = await partsOf(db, sort, found.ids === undefined);
  for (const { part, after } of partsFrom(parts, place.after)) {
    const { keys, isBehind, orderBy, limit } = pageOfRows(part, { after, limit: place.limit - rows.length });
    const answer = await db.execute<{ id: number; keys: Key[] }>(sql`
      select ${listed.id} as id, ${keys} as keys from ${listed.table} ${part.joins}
      where ${allOf([...where, part.where, isBehind])}
      order by ${sql.join(orderBy, sql`, `)} limit ${limit}`);
    rows.push(...answer.rows.map((row) => ({ ...row, keys: [...part.alike, ...row.keys] })));
    if (rows.length > place.limit) break;
  }
  const { rows: onPage, next } = pageOf(rows, place, (row) => row.keys);
  const { total, amount_cents } = found;
  return {
    rows: onPage.map(({ id }) => id),
    next,
    ...total,
    amount_cents: total.is_total_capped ? undefined : amount_cents,
    found,
  };
}

/** Rows in the order of their ids. */
export function inOrderOf<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
