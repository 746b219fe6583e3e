import { and, asc, eq, exists, inArray, isNull, sql } from 'drizzle-orm';
import { acceptances } from '#db/tables/orders/acceptances.ts';
import { orders } from '#db/tables/orders/orders.ts';
import type { Db, Tx } from '#platform/db/database.ts';

// For an order placed by staff, only the family's own acceptance counts (H10).
// After a move to another route, only the acceptance of that amendment counts (OF5.8).
const isFamilys = and(
  eq(acceptances.kind, 'surge'),
  isNull(acceptances.placed_by_id),
  sql`${acceptances.amendment_id} is not distinct from (select max(moved.id) from contract_amendments moved
    where moved.order_id = ${acceptances.order_id} and moved.state = 'applied' and moved.brings_texts)`,
);

const hasAccepted = (db: Db) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(acceptances)
      .where(and(eq(acceptances.order_id, orders.id), isFamilys)),
  );

const ofRoute = (route_id: number) => and(eq(orders.route_id, route_id), eq(orders.status, 'active'));

/** O4 */
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

/** In order of ids. Orders ended in the meantime are left out. */
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
