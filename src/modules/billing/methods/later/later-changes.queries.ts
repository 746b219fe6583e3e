import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { payments } from '#db/tables/billing/billing.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { outbox } from '#db/tables/platform.ts';
import { UNPAID } from '#modules/billing/payment.states.ts';
import { dueOrderColumns, type LockedPayment } from '#modules/billing/payments/collection.queries.ts';
import { isAnyFoundBy, isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { LaterChange, ShownCharge } from './later-changes.ts';

export const LATER_CHANGED = 'billing.later_changed';

// The first payment of an order waiting for aid is charged as signed (A6), an awaited check is not charged.
const isPlanned = or(
  eq(orders.status, 'active'),
  and(inArray(orders.status, ['awaiting_aid', 'awaiting_check']), gt(payments.payment_number, 1)),
);

const selectPlanned = (db: Db, user_ids: number[]) =>
  db
    .select({ order: dueOrderColumns, payment: payments })
    .from(orders)
    .innerJoin(payments, eq(payments.order_id, orders.id))
    .where(
      and(
        isAnyFoundBy(
          payments.order_id,
          db.select({ id: orders.id }).from(orders).where(isAnyOf(orders.user_id, user_ids)),
        ),
        isPlanned,
        inArray(payments.status, [...UNPAID]),
      ),
    )
    .orderBy(asc(payments.id));

export async function listPlanned(db: Db, user_ids: number[]): Promise<LockedPayment[]> {
  return selectPlanned(db, user_ids);
}

/** Skips payments locked by another flow, because the other flow notifies. */
export async function lockPlanned(tx: Tx, user_ids: number[]): Promise<LockedPayment[]> {
  return selectPlanned(tx, user_ids).for('update', { of: payments, skipLocked: true });
}

export async function listOwingFamilies(db: Db): Promise<number[]> {
  const rows = await db
    .selectDistinct({ user_id: orders.user_id })
    .from(orders)
    .innerJoin(payments, eq(payments.order_id, orders.id))
    .where(and(isPlanned, inArray(payments.status, [...UNPAID])))
    .orderBy(asc(orders.user_id));
  return rows.map(({ user_id }) => user_id);
}

export async function writeNotified(
  tx: Tx,
  charges: readonly (ShownCharge & { payment_id: number })[],
): Promise<void> {
  if (charges.length === 0) return;
  await tx.execute(sql`update ${payments}
    set notified_method = charge.method, notified_total_cents = charge.total_cents
    from jsonb_to_recordset(${JSON.stringify(charges)}::jsonb)
      as charge (payment_id bigint, method text, total_cents bigint)
    where ${payments.id} = charge.payment_id`);
}

export type UnsentChanges = { id: number; created_at: Date; changes: LaterChange[] };

export async function listUnsentChanges(tx: Tx, user_id: number): Promise<UnsentChanges[]> {
  return tx
    .select({
      id: outbox.id,
      created_at: outbox.created_at,
      changes: sql<LaterChange[]>`${outbox.words} -> 'changes'`,
    })
    .from(outbox)
    .where(
      and(
        eq(outbox.kind, LATER_CHANGED),
        sql`${outbox.payload} ->> 'user_id' = ${String(user_id)}`,
        isNull(outbox.sent_at),
        isNull(outbox.given_up_at),
        eq(outbox.tries, 0),
      ),
    )
    .orderBy(asc(outbox.id));
}
