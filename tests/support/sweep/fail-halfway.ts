import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import { Planted } from './thrown-in-fastify.ts';

export type Halfway = {
  /** lets the next transaction that has written throw at its end, before the commit */
  arm(): void;
  disarm(): void;
  hasThrown(): boolean;
};

/** Whether the transaction that asks has written a row: only then has it a number. */
const HAS_WRITTEN = sql`select pg_current_xact_id_if_assigned() is not null as has_written`;

/** Lets transactions of a database throw after they have written. */
export function failHalfway(db: Database): Halfway {
  let isArmed = false;
  let hasThrown = false;
  const transaction = db.transaction;
  db.transaction = (work, config) =>
    transaction(async (tx) => {
      const answer = await work(tx);
      if (!isArmed) return answer;
      const { rows } = await tx.execute<{ has_written: boolean }>(HAS_WRITTEN);
      if (!rows[0]!.has_written) return answer;
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
