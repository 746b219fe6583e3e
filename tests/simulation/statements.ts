import { sql } from 'drizzle-orm';
import { readFacts } from '#modules/reports/statement/statement.service.ts';
import type { BrokenRule } from '#tests/support/database/broken-rules.ts';
import type { World } from './world.ts';

type YearOfFamily = { user_id: string; year: number; cents: string };

/** The statement of each family and year is the sum of its transactions (RP4.3). */
export async function brokenStatements(world: World): Promise<BrokenRule[]> {
  const { rows: years } = await world.db.execute<YearOfFamily>(sql`
    select o.user_id, extract(year from t.created_at at time zone ${world.clock.time_zone})::int as year,
      sum(case when t.is_credit then -t.value_cents else t.value_cents end) as cents
    from transactions t join orders o on o.id = t.order_id
    where t.is_success and t.description_detail is distinct from 'Payment adjustment' and t.value_cents > 0
      and o.activated_at is not null
    group by 1, 2`);
  const wrong: unknown[] = [];
  for (const { user_id, year, cents } of years) {
    const facts = await readFacts(world.context, { user_id: Number(user_id), year });
    if (facts.total_cents !== Number(cents)) wrong.push({ user_id, year, cents, facts });
    else world.simEvents('statement of a year');
  }
  return wrong.length > 0
    ? [{ name: 'RP4.3 a statement is the sum of the transactions of its year', rows: wrong }]
    : [];
}
