import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import { Planted } from './thrown-in-fastify.ts';

export type Halfway = {
  /** lets the next transaction that has written throw at its end, before the commit */
  arm(): void;
  disarm(): void;
  hasThrown(): boolean;
};

/*
 * Rows that the session has written and not reported yet: of the transaction that asks, and of earlier ones.
 * The number of a transaction does not tell: PostgreSQL also gives one for a locked row and for each 32nd
 * drawn id.
 */
const ROWS_WRITTEN = sql`select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int as count
  from pg_stat_xact_user_tables`;

/** Lets transactions of a database throw after they have written. */
export function failHalfway(db: Database): Halfway {
  let isArmed = false;
  let hasThrown = false;
  const transaction = db.transaction;
  db.transaction = (work, config) =>
    transaction(async (tx) => {
      if (!isArmed) return work(tx);
      const countRows = async () => (await tx.execute<{ count: number }>(ROWS_WRITTEN)).rows[0]!.count;
      const before = await countRows();
      const answer = await work(tx);
      if (!isArmed || (await countRows()) === before) return answer;
      isArmed = false;
      hasThrown = true;
      throw new Planted('planted half way in a transaction');
    }, config);
  return {
    arm: () => {
      isArmed = true;
      hasThrown = false;
    },
    disarm: () => void (isArmed = false),
    hasThrown: () => hasThrown,
  };
}
