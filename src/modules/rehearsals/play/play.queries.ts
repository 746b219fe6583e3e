import { and, asc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { payments } from '#db/tables/billing/billing.ts';
import { financialAidCodes } from '#db/tables/catalog/routes.ts';
import { orders } from '#db/tables/orders/orders.ts';
import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { STUCK } from '#modules/billing/payment.states.ts';
import type { Db } from '#platform/db/database.ts';

export type StuckPayment = { user_id: number; order_id: number; payment_id: number };

/** Failed and returned payments of active contracts, of one family or of all in their order. */
export async function listStuckPayments(db: Db, user_id?: number): Promise<StuckPayment[]> {
  const isOf = user_id === undefined ? sql`true` : eq(orders.user_id, user_id);
  const { rows } = await db.execute<StuckPayment>(sql`select ${orders.user_id}::int as user_id,
    ${orders.id}::int as order_id, ${payments.id}::int as payment_id
    from ${payments} join ${orders} on ${orders.id} = ${payments.order_id}
    where ${orders.status} = 'active' and ${inArray(payments.status, STUCK)}
      and ${isOf}
    order by ${orders.user_id}, ${payments.id}`);
  return rows;
}

/** The last day of a payment; null without payments. */
export async function findLastPaymentDay(db: Db): Promise<PlainDate | null> {
  const { rows } = await db.execute<{ day: PlainDate | null }>(
    sql`select to_char(max(${payments.pay_on}), 'YYYY-MM-DD') as day from ${payments}
      where ${payments.status} <> 'cancelled'`,
  );
  return rows[0]!.day;
}

export type UsableCode = { code: string; awarded_cents: Cents | null; least_cents: Cents | null };

/** Codes of the season that anybody may use on the day. */
export async function listUsableCodes(
  db: Db,
  period_program_id: number,
  today: PlainDate,
): Promise<UsableCode[]> {
  const { expires_on, max_uses, uses, student_id, is_active } = financialAidCodes;
  return db
    .select({
      code: financialAidCodes.code,
      awarded_cents: financialAidCodes.awarded_amount_cents,
      least_cents: financialAidCodes.least_amount_cents,
    })
    .from(financialAidCodes)
    .where(
      and(
        eq(financialAidCodes.period_program_id, period_program_id),
        eq(is_active, true),
        isNull(student_id),
        or(isNull(expires_on), gte(expires_on, today)),
        or(isNull(max_uses), lt(uses, max_uses)),
      ),
    )
    .orderBy(asc(financialAidCodes.code));
}
