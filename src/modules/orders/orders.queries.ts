import { and, eq, inArray } from 'drizzle-orm';
import { products } from '#db/tables/catalog.ts';
import { orders, type OrderStatus } from '#db/tables/orders.ts';
import { invariant } from '#kit/invariant.ts';
import type { Db, Tx } from '#platform/db/database.ts';

const placedColumns = {
  id: orders.id,
  user_id: orders.userId,
  status: orders.status,
  client_key: orders.clientKey,
  request_hash: orders.requestHash,
  created_at: orders.createdAt,
  activated_at: orders.activatedAt,
};

/** An order with what decides how a repeated request is answered (O2, O3). */
export type PlacedOrder = {
  id: number;
  user_id: number;
  status: OrderStatus;
  client_key: string;
  request_hash: string;
  created_at: Date;
  activated_at: Date | null;
};

export type NewOrder = Omit<typeof orders.$inferInsert, 'id' | 'activatedAt' | 'endedAt' | 'pastDue'>;

/**
 * Writes an order, unless its student already has a live one on the route or its key is taken. A rival
 * that is being written at the same moment is waited for.
 * @returns undefined when another order was there first (O2, O3)
 */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<number | undefined> {
  const [row] = await tx.insert(orders).values(order).onConflictDoNothing().returning({ id: orders.id });
  return row?.id;
}

export async function findOrderByKey(
  db: Db,
  userId: number,
  clientKey: string,
): Promise<PlacedOrder | undefined> {
  const [row] = await db
    .select(placedColumns)
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.clientKey, clientKey)));
  return row;
}

/** The order that holds a student's place on a route (I7). */
export async function findLiveOrder(
  db: Db,
  studentId: number,
  routeId: number,
): Promise<PlacedOrder | undefined> {
  const [row] = await db
    .select(placedColumns)
    .from(orders)
    .where(
      and(
        eq(orders.studentId, studentId),
        eq(orders.routeId, routeId),
        inArray(orders.status, ['pending_payment', 'active']),
      ),
    );
  return row;
}

/** What an order holds until its first charge is decided. */
export type HeldByOrder = {
  id: number;
  status: OrderStatus;
  route_id: number;
  period_id: number;
  program_group_id: number;
};

/** Locks an order, the first lock of every change to it and to its money. */
export async function lockOrder(tx: Tx, orderId: number): Promise<HeldByOrder> {
  const [row] = await tx
    .select({
      id: orders.id,
      status: orders.status,
      route_id: orders.routeId,
      period_id: orders.periodId,
      program_group_id: orders.programGroupId,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('update');
  invariant(row, `order ${orderId} exists`);
  return row;
}

export async function activateOrder(tx: Tx, orderId: number, at: Date): Promise<void> {
  await tx.update(orders).set({ status: 'active', activatedAt: at }).where(eq(orders.id, orderId));
}

export async function endOrder(
  tx: Tx,
  orderId: number,
  end: { status: 'payment_failed' | 'cancelled'; at: Date },
): Promise<void> {
  await tx.update(orders).set({ status: end.status, endedAt: end.at }).where(eq(orders.id, orderId));
}

/** The Transportation Contract, the one product that is sold (O1). */
export async function getProductId(db: Db): Promise<number> {
  const [row] = await db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.name, 'Transportation Contract'));
  invariant(row, 'the Transportation Contract is sold');
  return row.id;
}
