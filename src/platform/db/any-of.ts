import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Whether a column has one of some ids; one text and one plan, however many they are, unlike `inArray`.
 * PostgreSQL counts a list that it is given, and would plan a statement anew for each: what it unpacks by
 * itself it does not count.
 */
export const isAnyOf = (column: PgColumn, ids: readonly number[] | SQL): SQL =>
  sql`${column} = any(array(select unnest(${Array.isArray(ids) ? sql.param(ids) : ids}::bigint[])))`;

/**
 * The same of ids that a query finds first, in place of a join: while PostgreSQL has not analyzed a table it
 * may expect hundreds of rows for one order, and would read a whole table to join them; so each is found by
 * its index.
 */
export const isAnyFoundBy = (column: PgColumn, ids: SQLWrapper): SQL => sql`${column} = any(array(${ids}))`;
