import { and, inArray, sql, type Column, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { orders } from '#db/tables/orders/orders.ts';
import type { AmountSpan, DaySpan } from '#kit/list/filter-grammar.ts';
import { isAnyOf } from '#platform/db/any-of.ts';

// A filter that is not set gives undefined.

/** What is sold as ids of the catalog; undefined is no filter, and an empty list has no row. */
export type PlaceIds = Partial<
  Record<'period_ids' | 'group_ids' | 'route_ids' | 'grade_ids' | 'addon_ids', readonly number[]>
>;

/** Instants of days in company time: the end is the first instant of the next day. */
export type InstantSpan = { readonly from?: Date | undefined; readonly before?: Date | undefined };

type Span = DaySpan | AmountSpan | InstantSpan;

export const isIn = (column: PgColumn, ids: readonly number[] | undefined): SQL | undefined =>
  ids && isAnyOf(column, ids);

export const isAmong = (value: SQLWrapper, among: readonly string[] | undefined): SQL | undefined =>
  among && inArray(value, [...among]);

export const isSet = (is: SQL, wanted: boolean | undefined): SQL | undefined => {
  if (wanted === undefined) return undefined;
  return wanted ? is : sql`not ${is}`;
};

export const hasText = (column: Column): SQL => sql`coalesce(${column}, '') <> ''`;

const written = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** Both ends of days and amounts are inside. */
export function isBetween(value: SQLWrapper, span: Span | undefined): SQL | undefined {
  if (!span) return undefined;
  const { from, thru, before, from_cents, thru_cents } = span as DaySpan & AmountSpan & InstantSpan;
  const ends = [
    [from ?? from_cents, sql`>=`],
    [thru ?? thru_cents, sql`<=`],
    [before, sql`<`],
  ] as const;
  const set = ends.filter(([end]) => end !== undefined);
  return sql`(${sql.join(
    set.map(([end, compares]) => sql`${value} ${compares} ${written(end)}`),
    sql` and `,
  )})`;
}

/** Of `orders` in the statement. */
export const isAt = ({ period_ids, group_ids, route_ids }: PlaceIds): SQL | undefined =>
  and(
    isIn(orders.period_id, period_ids),
    isIn(orders.program_group_id, group_ids),
    isIn(orders.route_id, route_ids),
  );

export const isOfOrder = (order_id: Column, isSuch: SQL | undefined): SQL | undefined =>
  isSuch && sql`exists (select 1 from ${orders} where ${orders.id} = ${order_id} and ${isSuch})`;
