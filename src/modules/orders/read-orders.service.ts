import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/viewer.ts';
import { moneyOfOrders } from '#modules/billing/money-of-orders.service.ts';
import type { Db } from '#platform/db/database.ts';
import type { Order, SignedContract } from './orders.contract.ts';
import { orderRefusals } from './orders.refusals.ts';
import { orderOnTheWire, type OrderRecord } from './order-on-the-wire.ts';
import { countShownOrders, findShownOrder, listAcceptedTexts, listShownOrders } from './read-orders.queries.ts';

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
  const [read] = await withMoney(db, [await shownOrder(db, viewer, orderId)], viewer);
  return read!;
}

/**
 * What an order signed, word for word, whatever the catalogue says today (C4, W15).
 * @throws order_not_found  as above
 */
export async function readSignedContract(db: Db, viewer: Viewer, orderId: number): Promise<SignedContract> {
  const { id, contract_number } = await shownOrder(db, viewer, orderId);
  const texts = await listAcceptedTexts(db, id);
  return { order_id: id, contract_number, texts: texts.map(({ kind, html, acceptedAt }) => ({ kind, html, accepted_at: acceptedAt.toISOString() })) };
}

async function shownOrder(db: Db, viewer: Viewer, orderId: number): Promise<OrderRecord> {
  const order = await findShownOrder(db, orderId, viewer.is_staff ? null : viewer.user_id);
  if (!order) throw new Refusal(orderRefusals.order_not_found);
  return order;
}

/** How many contracts each student has: orders whose first transaction succeeded (U). */
export function contractCounts(db: Db, studentIds: readonly number[]): Promise<Map<number, number>> {
  return countShownOrders(db, studentIds);
}
