import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/viewer.ts';
import { moneyOfOrders } from '#modules/billing/money-of-orders.service.ts';
import type { Db } from '#platform/db/database.ts';
import type { Order } from './orders.contract.ts';
import { orderRefusals } from './orders.refusals.ts';
import { orderOnTheWire, type OrderRecord } from './order-on-the-wire.ts';
import { countShownOrders, findShownOrder, listShownOrders } from './read-orders.queries.ts';

async function withMoney(db: Db, orders: OrderRecord[], viewer: Viewer): Promise<Order[]> {
  const money = await moneyOfOrders(db, orders.map(({ id }) => id), viewer);
  return orders.map((order) => orderOnTheWire(order, money.get(order.id)!, viewer));
}

/** The orders of the viewer's family whose first transaction succeeded, newest first. */
export async function listOrdersOf(db: Db, viewer: Viewer): Promise<Order[]> {
  return withMoney(db, await listShownOrders(db, viewer.user_id), viewer);
}

/**
 * One order of the viewer's family; staff may read anybody's.
 * @throws order_not_found  also for an order of another family and for one that was never paid
 */
export async function readOrder(db: Db, viewer: Viewer, orderId: number): Promise<Order> {
  const order = await findShownOrder(db, orderId, viewer.is_staff ? null : viewer.user_id);
  if (!order) throw new Refusal(orderRefusals.order_not_found);
  const [read] = await withMoney(db, [order], viewer);
  return read!;
}

/** How many contracts each student has: orders whose first transaction succeeded (U). */
export function contractCounts(db: Db, studentIds: readonly number[]): Promise<Map<number, number>> {
  return countShownOrders(db, studentIds);
}
