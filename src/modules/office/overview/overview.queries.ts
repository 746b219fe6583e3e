import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import { options } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { transactions } from '#db/tables/billing/ledger.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { cents, type Cents } from '#kit/money.ts';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { PAYMENT_ADJUSTMENT } from '#modules/billing/billing.contract.ts';
import { UNPAID } from '#modules/billing/payment.states.ts';
import { FAILED_ATTEMPTS } from '#modules/billing/payments/attempt.states.ts';
import { isOwed } from '#modules/office/owed/owed.queries.ts';
import type { Db } from '#platform/db/database.ts';
import type { SignedOn } from './cumulated-sales.ts';
import { OWED_AGES } from './overview.contract.ts';

type Of = { period_id: number; program_group_id: number | undefined };

const isOf = ({ period_id, program_group_id }: Of): SQL =>
  and(
    eq(orders.period_id, period_id),
    isNotNull(orders.activated_at),
    program_group_id === undefined ? undefined : eq(orders.program_group_id, program_group_id),
  )!;

export async function listSignedDays(db: Db, of: Of, time_zone: string): Promise<SignedOn[]> {
  const day = sql<PlainDate>`(${orders.activated_at} at time zone ${time_zone})::date`;
  return db
    .select({ day, n: sql<number>`count(*)::int` })
    .from(orders)
    .where(isOf(of))
    .groupBy(sql`1`);
}

export type MonthSums = Record<'collected_cents' | 'expected_cents' | 'refunded_cents', Cents>;

/** Principal and card fees that came in less what banks took back, refunds, and what is not paid yet. */
export async function sumByMonth(db: Db, of: Of, time_zone: string): Promise<Map<string, MonthSums>> {
  const { rows } = await db.execute<{ month: string } & Record<keyof MonthSums, string>>(sql`
    select to_char(month, 'YYYY-MM') as month, sum(collected) as collected_cents,
      sum(expected) as expected_cents, sum(refunded) as refunded_cents
    from (
      select date_trunc('month', t.created_at at time zone ${time_zone}) as month,
        case when t.is_adjustment then 0 when t.is_credit then -t.value_cents else t.value_cents end
          as collected,
        0 as expected,
        case when not t.is_adjustment then 0 when t.is_credit then t.value_cents else -t.value_cents end
          as refunded
      from ${orders} join ${transactions} t on t.order_id = ${orders.id}
      where ${isOf(of)} and t.is_success and t.description_detail is distinct from ${PAYMENT_ADJUSTMENT}
      union all
      select date_trunc('month', p.pay_on::timestamp), 0, sum(p.amount_cents), 0
      from ${orders} join ${payments} p on p.order_id = ${orders.id}
      where ${isOf(of)} and ${orders.status} = 'active' and p.paid_at is null and p.status <> 'cancelled'
      group by p.pay_on
    ) sums group by sums.month`);
  return new Map(
    rows.map(({ month, ...sums }) => [
      month,
      {
        collected_cents: cents(Number(sums.collected_cents)),
        expected_cents: cents(Number(sums.expected_cents)),
        refunded_cents: cents(Number(sums.refunded_cents)),
      },
    ]),
  );
}

/** As the list of what is owed, by days late. */
export async function sumOwedByAge(db: Db, today: PlainDate, program_group_id: number | undefined) {
  const late = sql`(${today}::date - ${payments.pay_on})`;
  const ages = [...OWED_AGES.entries()].toReversed();
  const age = sql<number>`case ${sql.join(
    ages.map(([nr, [from]]) => sql`when ${late} >= ${sql.raw(String(from))} then ${sql.raw(String(nr))}`),
    sql` `,
  )} end`;
  return db
    .select({
      age,
      payments: sql<number>`count(*)::int`,
      amount_cents: sql<Cents>`sum(${payments.amount_cents})::bigint`.mapWith(payments.amount_cents),
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(
      and(
        isOwed(today),
        program_group_id === undefined ? undefined : eq(orders.program_group_id, program_group_id),
      ),
    )
    .groupBy(sql`1`);
}

const DAYS_AHEAD = 6;

/**
 * The payments of the list `Due in 7 days`, of today and the six days after, by the method that families were
 * last told of.
 */
export async function sumDue(db: Db, today: PlainDate, program_group_id: number | undefined) {
  const [failed, unpaid] = [FAILED_ATTEMPTS, UNPAID].map((states) =>
    sql.raw(`(${states.map((state) => `'${state}'`).join(', ')})`),
  );
  const { rows } = await db.execute<{
    pay_on: PlainDate;
    kind: 'card' | 'bank' | 'none';
    payments: number;
    amount_cents: string;
    doubtful_cents: string;
  }>(sql`
    select to_char(pay_on, 'YYYY-MM-DD') as pay_on, coalesce(kind, 'none') as kind, count(*)::int as payments,
      sum(amount_cents) as amount_cents,
      coalesce(sum(amount_cents) filter (where has_failed), 0) as doubtful_cents
    from (
      select p.id, p.pay_on, p.amount_cents, own.kind, (
        select a.state in ${failed} from ${chargeAttempts} a join ${payments} tried on tried.id = a.payment_id
        where a.payment_method_id = own.id and tried.order_id = p.order_id
        order by a.id desc limit 1) as has_failed
      from ${payments} p join ${orders} on ${orders.id} = p.order_id
      left join lateral (select m.id,
          case ${options.key} when 'paymentTypeAch' then 'bank' else 'card' end as kind
        from ${paymentMethods} m join ${options} on ${options.id} = m.payment_type_id
        where m.user_id = ${orders.user_id} and m.brand || ' ****' || m.last_4 = p.notified_method
        order by m.id desc limit 1) own on true
      where p.pay_on between ${today}::date and ${addDays(today, DAYS_AHEAD)}::date
        and p.paid_at is null and p.status <> 'cancelled' and p.status in ${unpaid}
        and coalesce(${orders.program_group_id} = ${program_group_id ?? null}::bigint, true)
    ) due group by 1, 2 order by 1, 2`);
  return rows.map(({ amount_cents, doubtful_cents, ...row }) => ({
    ...row,
    amount_cents: cents(Number(amount_cents)),
    doubtful_cents: cents(Number(doubtful_cents)),
  }));
}
