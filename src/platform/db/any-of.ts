import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** One plan for any length: PostgreSQL counts the items of a parameter, but not of an unpacked array. */
export const isAnyOf = (column: PgColumn, ids: readonly number[] | SQL): SQL =>
  sql`${column} = any(array(select unnest(${Array.isArray(ids) ? sql.param(ids) : ids}::bigint[])))`;

/** On a table not yet analyzed, PostgreSQL may read the whole table for a join. */
export const isAnyFoundBy = (column: PgColumn, ids: SQLWrapper): SQL => sql`${column} = any(array(${ids}))`;
