import { sql, type SQL } from 'drizzle-orm';
import { payments } from '#db/tables/billing/billing.ts';
import { orders } from '#db/tables/orders/orders.ts';
import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db } from '#platform/db/database.ts';

/** The next day after today on which a payment of an active order is due or tried again. */
export async function findNextDueDay(db: Db, today: PlainDate): Promise<PlainDate | null> {
  const first = (day: SQL, isWaiting: SQL) => sql`(
    select ${day} as day from ${payments} join ${orders} on ${orders.id} = ${payments.order_id}
    where ${orders.status} = 'active' and ${isWaiting} and ${day} > ${today} order by ${day} limit 1)`;
  const { rows } = await db.execute<{ day: PlainDate | null }>(sql`
    select to_char(min(day), 'YYYY-MM-DD') as day from (
      ${first(sql`${payments.pay_on}`, sql`${payments.status} = 'scheduled'`)} union all
      ${first(sql`${payments.next_try_on}`, sql`${payments.status} in ('failed', 'returned')`)}) as days`);
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
      where id > ${mark.transactions} and is_success and not is_credit and not is_adjustment
    ) as charged_cents,
    (select count(distinct charge_attempt_id)::int from transactions
      where id > ${mark.transactions} and not is_success) as declines,
    (select count(*)::int from outbox where id > ${mark.outbox}) as mails
    from journal where id > ${mark.journal}`);
  return rows[0]!;
}
