import { sql, type SQL } from 'drizzle-orm';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import type { Database } from '#platform/db/database.ts';

/**
 * What the processor has told and the books do not have. The inbox forgets what was processed 90 days ago, so
 * only what is younger is looked for; payouts are read with the processor's books.
 * @param today the season's day
 */
export const openEvents = (today: PlainDate): SQL => sql`(select e.id, e.object_ref, p.last_error
  from sandbox.events e left join processor_events p on p.id = 'evt_sandbox_' || e.id
  where p.processed_at is null and e.object_kind <> 'payout' and e.at > ${addDays(today, -80)}::date
  union all select null, object_ref, last_error from processor_events
  where source = 'sweep' and processed_at is null)`;

/**
 * The next day on which anything can happen: a payment or its reminder, a retry, a bank's word, a lost
 * answer, or what a job that was cut off has left over. Days on which nothing is due are passed by.
 * @returns null when nothing is to come
 */
export async function nextEvent(db: Database, today: PlainDate): Promise<PlainDate | null> {
  const tomorrow = addDays(today, 1);
  const { rows } = await db.execute<{ day: PlainDate | null }>(sql`
    with open as (select p.* from payments p join orders o on o.id = p.order_id
      where o.status = 'active'), days as (
      select greatest(pay_on, ${tomorrow}::date) as day from open where status = 'scheduled'
      union all select pay_on - 5 from open where status = 'scheduled' and pay_on - 5 > ${today}
      union all select greatest(next_try_on, ${tomorrow}::date) from open
      where status in ('failed', 'returned') and next_try_on is not null
      union all select greatest(settles_on, ${tomorrow}::date) from sandbox.charges
      where state = 'pending' and settles_on is not null
      union all select greatest(returns_on, ${tomorrow}::date) from sandbox.charges
      where state in ('pending', 'settled') and returns_on is not null
      union all select greatest(moves_on, ${tomorrow}::date) from sandbox.refunds where moves_on is not null
      union all select greatest(moves_on, ${tomorrow}::date) from sandbox.disputes where moves_on is not null
      union all select ${tomorrow}::date where exists ${openEvents(today)}
        or exists (select 1 from charge_attempts where state in ('created', 'sent', 'unknown'))
        or exists (select 1 from refunds where state in ('created', 'sent', 'unknown'))
    ) select min(day) as day from days`);
  return rows[0]?.day ?? null;
}

/**
 * The charge or refund of which it has not been known longest what became of it; while there is one, the
 * hours of a day are worth living through.
 */
export async function oldestLost(db: Database): Promise<string | undefined> {
  const { rows } = await db.execute<{ lost: string }>(sql`select lost from (
      select 'charge ' || id as lost, created_at from charge_attempts
      where state in ('created', 'sent', 'unknown')
      union all select 'refund ' || id, created_at from refunds
      where state in ('created', 'sent', 'unknown')) all_lost order by created_at, lost limit 1`);
  return rows[0]?.lost;
}
