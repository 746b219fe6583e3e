import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { auditLog } from '#db/tables/platform.ts';
import { auditedValue } from '#platform/audit/audit.ts';
import { orderRefunds } from '#db/tables/billing/refunds.ts';
import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { pick } from '#kit/pick.ts';
import type { Db } from '#platform/db/database.ts';
import type { ReviewedDecision } from './review-week.ts';

export type Instants = { from: Date; before: Date };

const askers = alias(users, 'askers');
const deciders = alias(users, 'deciders');

export async function listRefundsOfActive(db: Db, { from, before }: Instants): Promise<ReviewedDecision[]> {
  const isOfTime = and(gte(orderRefunds.created_at, from), lt(orderRefunds.created_at, before));
  const rows = await db
    .select({
      order_id: orderRefunds.order_id,
      at: orderRefunds.created_at,
      amount_cents: orderRefunds.amount_cents,
      reason: orderRefunds.reason,
      asker: pick(askers, ['first_name', 'last_name']),
      decider: pick(deciders, ['first_name', 'last_name']),
    })
    .from(orderRefunds)
    .innerJoin(orders, eq(orders.id, orderRefunds.order_id))
    .innerJoin(deciders, eq(deciders.id, orderRefunds.approved_by))
    .leftJoin(askers, eq(askers.id, orderRefunds.asked_by_id))
    .where(and(eq(orders.status, 'active'), isOfTime))
    .orderBy(asc(orderRefunds.id));
  return rows.map(({ asker, decider, ...row }) => ({
    ...row,
    kind: 'refund' as const,
    staff: asker ?? decider,
    approved_by: asker && decider,
  }));
}

const awarded_cents = sql<number | null>`(${auditedValue('awarded_amount_cents')})::int`;
const uses = sql<number | null>`(${auditedValue('max_uses')})::int`;

function usesText(max_uses: number | null): string {
  if (max_uses === null) return m.mail_money_review_code_student();
  return max_uses === 1
    ? m.mail_money_review_code_uses_one()
    : m.mail_money_review_code_uses({ n: max_uses });
}

/** The amount is the family's contribution. */
export async function listAwards(db: Db, { from, before }: Instants): Promise<ReviewedDecision[]> {
  const isOfTime = and(gte(auditLog.at, from), lt(auditLog.at, before));
  const rows = await db
    .select({ at: auditLog.at, awarded_cents, uses, staff: pick(deciders, ['first_name', 'last_name']) })
    .from(auditLog)
    .innerJoin(deciders, eq(deciders.id, auditLog.actor_id))
    .where(and(eq(auditLog.action, 'aid_code.create'), sql`${awarded_cents} is not null`, isOfTime))
    .orderBy(asc(auditLog.id));
  return rows.map(({ at, awarded_cents: amount, uses: max_uses, staff }) => ({
    kind: 'code' as const,
    order_id: null,
    at,
    amount_cents: cents(amount!),
    reason: usesText(max_uses),
    staff,
    approved_by: null,
  }));
}
