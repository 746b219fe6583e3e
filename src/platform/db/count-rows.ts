import { sql, type SQL } from 'drizzle-orm';
import { LARGEST_TOTAL } from '#kit/list/list-total.ts';
import type { Db } from './database.ts';

/** Counts the rows of a query, at most one more than the largest total of a list (OF1.1). */
export async function countRows(db: Db, query: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (${query} limit ${LARGEST_TOTAL + 1}) as counted`,
  );
  return rows[0]!.n;
}
