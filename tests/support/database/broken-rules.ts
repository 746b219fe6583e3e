import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** A query lists what breaks the rule; an empty answer is a pass. */
export type Rule = { name: string; broken: SQL };

export type BrokenRule = { name: string; rows: unknown[] };

/** Asks all rules in one question to the database: they are asked after every day of a long run. */
export async function brokenRules(db: Db, rules: readonly Rule[]): Promise<BrokenRule[]> {
  const each = rules.map(
    ({ name, broken }) =>
      sql`select ${name}::text as name, jsonb_agg(to_jsonb(b)) as rows from (${broken}) b
        having count(*) > 0`,
  );
  const { rows } = await db.execute<BrokenRule>(sql.join(each, sql` union all `));
  return rows;
}
