import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Db } from '#platform/db/database.ts';

/** Returns once `n` connections of the database wait for a lock that somebody else holds. */
export const waitForLocks = (db: Db, n: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rows[0]!.n).toBe(n);
    },
    { timeout: 10_000 },
  );
