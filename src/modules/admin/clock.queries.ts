import { sql } from 'drizzle-orm';
import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db } from '#platform/db/database.ts';

/** The next day after today on which a payment of an active order is due or tried again. */
export async function findNextDueDay(db: Db, today: PlainDate): Promise<PlainDate | null> {
  const { rows } = await db.execute<{
    day: PlainDate | null;
  }>(sql`select to_char(min(coalesce(p.next_try_on, p.pay_on)), 'YYYY-MM-DD') as day
    from payments p join orders o on o.id = p.order_id
    where o.status = 'active' and coalesce(p.next_try_on, p.pay_on) > ${today}
    and (p.status = 'scheduled' or (p.status in ('failed', 'returned') and p.next_try_on is not null))`);
  return rows[0]!.day;
}

/** How far money and mails had come; what has higher ids happened since. */
export type Mark = { journal: number; transactions: number; outbox: number };

export async function markOf(db: Db): Promise<Mark> {
  const { rows } =
    await db.execute<Mark>(sql`select (select coalesce(max(id), 0)::int from journal) as journal,
    (select coalesce(max(id), 0)::int from transactions) as transactions,
    (select coalesce(max(id), 0)::int from outbox) as outbox`);
  return rows[0]!;
}

type Counts = {
  charges: number;
  charged_cents: Cents;
  declines: number;
  settled: number;
  returned: number;
  mails: number;
};

export async function changesSince(db: Db, mark: Mark): Promise<Counts> {
  const { rows } = await db.execute<Counts>(sql`select
    count(*) filter (where kind = 'charge')::int as charges,
    count(*) filter (where kind = 'settlement')::int as settled,
    count(*) filter (where kind = 'return')::int as returned,
    (select coalesce(sum(value_cents), 0)::int from transactions
      where id > ${mark.transactions} and is_success and not is_credit) as charged_cents,
    (select count(distinct charge_attempt_id)::int from transactions
      where id > ${mark.transactions} and not is_success) as declines,
    (select count(*)::int from outbox where id > ${mark.outbox}) as mails
    from journal where id > ${mark.journal}`);
  return rows[0]!;
}
