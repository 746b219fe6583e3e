import { and, eq, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import { payments } from '#db/tables/billing/billing.ts';
import { congestionFees } from '#db/tables/billing/congestion-fees.ts';
import type { Cents } from '#kit/money.ts';
import type { Db } from '#platform/db/database.ts';

type OfOrder = {
  order: { status: string };
  payment: { congestion_fee_id: number | null; is_surplus: boolean };
};

/** An ended order, a withdrawn fee and a surplus ask for nothing (MC4, MC8, MC12). */
export async function isStillOwed(db: Db, { order, payment }: OfOrder): Promise<boolean> {
  if (order.status === 'cancelled' || payment.is_surplus) return false;
  if (payment.congestion_fee_id === null) return true;
  const [fee] = await db
    .select({ withdrawn_at: congestionFees.withdrawn_at })
    .from(congestionFees)
    .where(eq(congestionFees.id, payment.congestion_fee_id));
  return !fee?.withdrawn_at;
}

/** Paid, and not refunded or being refunded; a debit may still be on its way. */
export const isStandingPaid: SQL = and(
  isNotNull(payments.paid_at),
  lt(payments.refunded_cents, payments.amount_cents),
)!;

/** What the payment has taken and not given back, the fee of its method included. */
export const standingCents: SQL<Cents> = sql<Cents>`(${payments.amount_cents}
  + (select coalesce(max(a.surcharge_cents), 0) from charge_attempts a
    where a.payment_id = ${payments.id} and a.state in ('processing', 'succeeded'))
  - (select coalesce(sum(r.amount_cents), 0) from refunds r
    where r.payment_id = ${payments.id} and r.state not in ('failed', 'bounced')))`.mapWith(
  payments.amount_cents,
);
