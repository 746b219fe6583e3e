import { and, asc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { payments } from '#db/tables/billing/billing.ts';
import { orders } from '#db/tables/orders.ts';
import { auditLog, auditTexts } from '#db/tables/platform.ts';
import { orderRefunds } from '#db/tables/billing/refunds.ts';
import { cents } from '#kit/money.ts';
import type { Db } from '#platform/db/database.ts';
import type { ReviewedDecision } from './review-week.ts';

export type Instants = { from: Date; before: Date };

const staff = { first_name: users.first_name, last_name: users.last_name };

/** Refunds of orders that are still active. */
export async function listRefundsOfActive(db: Db, { from, before }: Instants): Promise<ReviewedDecision[]> {
  const rows = await db
    .select({
      order_id: orderRefunds.order_id,
      at: orderRefunds.created_at,
      amount_cents: orderRefunds.amount_cents,
      reason: orderRefunds.reason,
      staff,
    })
    .from(orderRefunds)
    .innerJoin(orders, eq(orders.id, orderRefunds.order_id))
    .innerJoin(users, eq(users.id, orderRefunds.approved_by))
    .where(
      and(
        eq(orders.status, 'active'),
        gte(orderRefunds.created_at, from),
        lt(orderRefunds.created_at, before),
      ),
    )
    .orderBy(asc(orderRefunds.id));
  return rows.map((row) => ({ ...row, kind: 'refund' as const }));
}

const before_cents = sql<number>`(${auditLog.detail} ->> 'amount_cents_before')::bigint`;
const after_cents = sql<number>`(${auditLog.detail} ->> 'amount_cents')::bigint`;

/** Payments that staff waived or lowered, as the audit log has them. */
export async function listWaivers(db: Db, { from, before }: Instants): Promise<ReviewedDecision[]> {
  const isLowered = and(eq(auditLog.action, 'payment.edit'), sql`${after_cents} < ${before_cents}`);
  const rows = await db
    .select({
      action: auditLog.action,
      order_id: payments.order_id,
      at: auditLog.at,
      owed_cents: payments.amount_cents,
      lowered_cents: sql<number | null>`(${before_cents} - ${after_cents})::int`,
      reason: sql<string>`coalesce(${auditTexts.text}, '')`,
      staff,
    })
    .from(auditLog)
    .innerJoin(payments, sql`'payment:' || ${payments.id} = ${auditLog.subject}`)
    .innerJoin(users, eq(users.id, auditLog.actor_id))
    .leftJoin(auditTexts, and(eq(auditTexts.audit_id, auditLog.id), eq(auditTexts.name, 'reason')))
    .where(
      and(
        inArray(auditLog.action, ['payment.waive', 'payment.edit']),
        or(eq(auditLog.action, 'payment.waive'), isLowered),
        gte(auditLog.at, from),
        lt(auditLog.at, before),
      ),
    )
    .orderBy(asc(auditLog.id));
  return rows.map(({ action, owed_cents, lowered_cents, ...row }) =>
    action === 'payment.waive'
      ? { ...row, kind: 'waiver' as const, amount_cents: owed_cents }
      : { ...row, kind: 'lowered' as const, amount_cents: cents(lowered_cents ?? 0) },
  );
}
