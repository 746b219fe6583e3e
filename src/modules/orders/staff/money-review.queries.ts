import { and, asc, eq, gte, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts.ts';
import { orders } from '#db/tables/orders.ts';
import { orderRefunds } from '#db/tables/billing/refunds.ts';
import { pick } from '#kit/pick.ts';
import type { Db } from '#platform/db/database.ts';
import type { ReviewedDecision } from './review-week.ts';

export type Instants = { from: Date; before: Date };

const askers = alias(users, 'askers');
const deciders = alias(users, 'deciders');

/** Refunds of orders that are still active. */
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
