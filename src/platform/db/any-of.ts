import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * By one text and one plan for any length, unlike `inArray`. PostgreSQL counts the items of a parameter and
 * would plan each length anew; the items of an unpacked array are not counted.
 */
export const isAnyOf = (column: PgColumn, ids: readonly number[] | SQL): SQL =>
  sql`${column} = any(array(select unnest(${Array.isArray(ids) ? sql.param(ids) : ids}::bigint[])))`;

/**
 * In place of a join: on a table not yet analyzed, PostgreSQL may expect hundreds of rows per order and read
 * the whole table for a join.
 */
export const isAnyFoundBy = (column: PgColumn, ids: SQLWrapper): SQL => sql`${column} = any(array(${ids}))`;
