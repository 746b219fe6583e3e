import { inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { AmountSpan, DaySpan } from '#kit/list/filter-grammar.ts';
import { isAnyOf } from './any-of.ts';
import { beginsText } from './like-text.ts';

// A filter that is not set gives undefined.

/** Instants of days in company time: the end is the first instant of the next day. */
export type InstantSpan = { readonly from?: Date | undefined; readonly before?: Date | undefined };

type Span = DaySpan | AmountSpan | InstantSpan;

export const isIn = (column: SQLWrapper, ids: readonly number[] | undefined): SQL | undefined =>
  ids && isAnyOf(column, ids);

export const isAmong = (value: SQLWrapper, among: readonly string[] | undefined): SQL | undefined =>
  among && inArray(value, [...among]);

export const isSet = (is: SQL, wanted: boolean | undefined): SQL | undefined => {
  if (wanted === undefined) return undefined;
  return wanted ? is : sql`not ${is}`;
};

/** One of several conditions by name. */
export const isAnyState = <S extends string>(
  states: readonly S[] | undefined,
  conditions: Readonly<Record<S, SQL>>,
): SQL | undefined =>
  states &&
  sql`(${sql.join(
    states.map((one) => conditions[one]),
    sql` or `,
  )})`;

/** A text begins with another, whatever case. */
export const begins = (value: SQLWrapper, text: string | undefined): SQL | undefined =>
  text === undefined ? undefined : beginsText(sql`lower(${value})`, sql`lower(${text})`);

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
  if (set.length === 0) return undefined;
  return sql`(${sql.join(
    set.map(([end, compares]) => sql`${value} ${compares} ${written(end)}`),
    sql` and `,
  )})`;
}
