import { and, asc, eq, exists, inArray, isNull, sql } from 'drizzle-orm';
import { acceptances, orders } from '#db/tables/orders.ts';
import type { Db, Tx } from '#platform/db/database.ts';

// What staff have placed is agreed to once the family has accepted it by itself (H10).
const isFamilys = and(eq(acceptances.kind, 'surge'), isNull(acceptances.placed_by_id));

const hasAccepted = (db: Db) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(acceptances)
      .where(and(eq(acceptances.order_id, orders.id), isFamilys)),
  );

const ofRoute = (route_id: number) => and(eq(orders.route_id, route_id), eq(orders.status, 'active'));

/** The active orders of a route, each with whether it accepted surge pricing when it was signed (O4). */
export async function listOrdersOfRoute(
  db: Db,
  route_id: number,
): Promise<{ id: number; accepted: boolean }[]> {
  return db
    .select({ id: orders.id, accepted: sql<boolean>`${hasAccepted(db)}` })
    .from(orders)
    .where(ofRoute(route_id))
    .orderBy(asc(orders.id));
}

/**
 * Locks the active orders of a route that accepted, in the order of their ids; one that has just ended is not
 * among them.
 */
export async function lockAcceptingOrders(tx: Tx, route_id: number): Promise<number[]> {
  const accepting = tx.select({ id: acceptances.order_id }).from(acceptances).where(isFamilys);
  const locked = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(ofRoute(route_id), inArray(orders.id, accepting)))
    .orderBy(asc(orders.id))
    .for('update');
  return locked.map(({ id }) => id);
}
