import { invariant } from '#kit/invariant.ts';
import { cancelUnpaidPayments } from '#modules/billing/charges.service.ts';
import { releaseSeat } from '#modules/seats/seats.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { endOrder, lockOrder } from './orders.queries.ts';

/**
 * Makes an active order inactive by staff's hand: what is not paid yet is cancelled and the seat is free
 * again; what was paid, and every document, stays.
 * Source: M11
 */
export async function cancelOrder(tx: Tx, clock: Clock, orderId: number): Promise<void> {
  const order = await lockOrder(tx, orderId);
  invariant(order.status === 'active', `order ${orderId} is active`);
  await endOrder(tx, orderId, { status: 'cancelled', at: clock.now() });
  await cancelUnpaidPayments(tx, orderId);
  await releaseSeat(tx, clock.now(), order.route_id);
}
