import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** One plan for any length: PostgreSQL counts the items of a parameter, but not of an unpacked array. */
export const isAnyOf = (column: SQLWrapper, ids: readonly number[] | SQL): SQL =>
  sql`${column} = any(array(select unnest(${Array.isArray(ids) ? sql.param(ids) : ids}::bigint[])))`;

/** On a table not yet analyzed, PostgreSQL may read the whole table for a join. */
export const isAnyFoundBy = (column: SQLWrapper, ids: SQLWrapper): SQL => sql`${column} = any(array(${ids}))`;
