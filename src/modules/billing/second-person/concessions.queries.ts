import { and, asc, eq, gte, inArray, lt, notInArray, sql } from 'drizzle-orm';
import { erasedValues } from '#db/tables/erasure.ts';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { orderRefunds, refunds } from '#db/tables/billing/refunds.ts';
import { concessions, concessionsErasure } from '#db/tables/billing/second-person.ts';
import { cents, type Cents } from '#kit/money.ts';
import { pick } from '#kit/pick.ts';
import { UNDONE_REFUNDS } from '#modules/billing/refunds/refund.states.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type NewConcession = Omit<typeof concessions.$inferInsert, 'id'>;

export async function insertConcession(tx: Tx, concession: NewConcession): Promise<void> {
  await tx.insert(concessions).values(concession);
}

/** Copies the aid of an order to another order; the same aid needs no second approval. */
export async function copyAidConcessions(
  tx: Tx,
  { from, to, given_at }: { from: number; to: number; given_at: Date },
): Promise<void> {
  const isAid = and(eq(concessions.order_id, from), inArray(concessions.kind, ['aid', 'award']));
  for (const { id: _, ...aid } of await tx.select().from(concessions).where(isAid))
    await insertConcession(tx, { ...aid, order_id: to, given_at });
}

export async function sumGivenAway(db: Db, order_id: number): Promise<Cents> {
  const refunded = db
    .select({ cents: sql`coalesce(sum(${refunds.amount_cents}), 0)` })
    .from(refunds)
    .innerJoin(orderRefunds, eq(orderRefunds.id, refunds.order_refund_id))
    .where(and(eq(orderRefunds.order_id, order_id), notInArray(refunds.state, [...UNDONE_REFUNDS])));
  const conceded = db
    .select({ cents: sql`coalesce(sum(${concessions.amount_cents}), 0)` })
    .from(concessions)
    .where(eq(concessions.order_id, order_id));
  const { rows } = await db.execute<{ cents: number }>(
    sql`select ((${refunded}) + (${conceded}))::int as cents`,
  );
  return cents(rows[0]!.cents);
}

const givers = alias(users, 'givers');
const approvers = alias(users, 'approvers');

export async function listConcessions(db: Db, { from, before }: { from: Date; before: Date }) {
  return db
    .select({
      kind: concessions.kind,
      order_id: concessions.order_id,
      at: concessions.given_at,
      amount_cents: concessions.amount_cents,
      reason: concessions.reason,
      staff: pick(givers, ['first_name', 'last_name']),
      approved_by: pick(approvers, ['first_name', 'last_name']),
    })
    .from(concessions)
    .innerJoin(givers, eq(givers.id, concessions.given_by_id))
    .leftJoin(approvers, eq(approvers.id, concessions.approved_by_id))
    .where(and(gte(concessions.given_at, from), lt(concessions.given_at, before)))
    .orderBy(asc(concessions.id));
}

export async function eraseConcessionReasons(tx: Tx, order_ids: readonly number[]): Promise<void> {
  await tx
    .update(concessions)
    .set(erasedValues(concessionsErasure, 'end'))
    .where(inArray(concessions.order_id, [...order_ids]));
}
