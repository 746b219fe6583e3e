import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Whether a column has one of some ids; one text and one plan, however many they are, unlike `inArray`. */
export const isAnyOf = (column: PgColumn, ids: readonly number[] | SQL): SQL =>
  sql`${column} = any(${Array.isArray(ids) ? sql.param(ids) : ids}::bigint[])`;
