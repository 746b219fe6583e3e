import { sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { refunds } from '#db/tables/billing/refunds.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { outbox } from '#db/tables/platform.ts';
import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db } from '#platform/db/database.ts';

const dayOf = (at: AnyPgColumn, time_zone: string) =>
  sql`to_char(${at} at time zone ${time_zone}, 'YYYY-MM-DD')`;
const monthOf = (at: AnyPgColumn, time_zone: string) =>
  sql`to_char(${at} at time zone ${time_zone}, 'YYYY-MM')`;

export type SeatsOnDay = { route_id: number; day: PlainDate; sold: number; ended: number };

/** Signed and ended contracts by route and day. */
export async function listSeats(db: Db, time_zone: string): Promise<SeatsOnDay[]> {
  const { rows } = await db.execute<SeatsOnDay>(sql`
    select route_id::int, day, sum(sold)::int as sold, sum(ended)::int as ended from (
      select ${orders.route_id} as route_id, ${dayOf(orders.activated_at, time_zone)} as day,
        1 as sold, 0 as ended from ${orders} where ${orders.activated_at} is not null
      union all select ${orders.route_id}, ${dayOf(orders.ended_at, time_zone)}, 0, 1 from ${orders}
        where ${orders.activated_at} is not null and ${orders.status} = 'cancelled') seats
    group by 1, 2 order by 1, 2`);
  return rows;
}

export type MonthSums = {
  month: string;
  charged_cents: Cents;
  failed: number;
  failed_cents: Cents;
  recovered_cents: Cents;
  returned_cents: Cents;
  refunded_cents: Cents;
};

/**
 * Charges, fees included, in the month of the charge, a returned one as charged and in the month of its
 * return; recovered are payments with a failed or returned charge, in the month in which they were paid.
 */
export async function listMonths(db: Db, time_zone: string): Promise<MonthSums[]> {
  const a = chargeAttempts;
  const money = sql`${a.principal_cents} + ${a.surcharge_cents}`;
  const { rows } = await db.execute<MonthSums>(sql`
    with moved as (
      select ${monthOf(a.created_at, time_zone)} as month, ${money} as charged, 0 as failures,
        0 as failed, 0 as recovered, 0 as returned, 0 as refunded
        from ${a} where ${a.state} in ('succeeded', 'processing', 'returned')
      union all select ${monthOf(a.created_at, time_zone)}, 0, 1, ${money}, 0, 0, 0
        from ${a} where ${a.state} = 'declined'
      union all select ${monthOf(a.finished_at, time_zone)}, 0, 0, 0, 0, ${money}, 0
        from ${a} where ${a.state} = 'returned'
      union all select ${monthOf(payments.paid_at, time_zone)}, 0, 0, 0,
        ${payments.amount_cents}, 0, 0 from ${payments} where ${payments.status} in ('paid', 'processing')
          and exists (select from ${a} where ${a.payment_id} = ${payments.id}
            and ${a.state} in ('declined', 'returned'))
      union all select ${monthOf(refunds.created_at, time_zone)}, 0, 0, 0, 0, 0, ${refunds.amount_cents}
        from ${refunds} where ${refunds.state} in ('pending', 'succeeded'))
    select month, sum(charged)::float8 as charged_cents, sum(failures)::int as failed,
      sum(failed)::float8 as failed_cents, sum(recovered)::float8 as recovered_cents,
      sum(returned)::float8 as returned_cents, sum(refunded)::float8 as refunded_cents
    from moved where month is not null group by month order by month`);
  return rows;
}

export type MailsOfKind = { kind: string; mails: number };

/** Emails that would have left, by kind, without those to the staff of the rehearsal. */
export async function countMails(db: Db, staff_id: number): Promise<MailsOfKind[]> {
  const { rows } = await db.execute<MailsOfKind>(
    sql`select ${outbox.kind} as kind, count(*)::int as mails from ${outbox}
      where ${outbox.payload} ->> 'user_id' is distinct from ${String(staff_id)} group by 1 order by 1`,
  );
  return rows;
}
