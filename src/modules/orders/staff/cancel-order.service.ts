import { Refusal } from '#kit/refusal.ts';
import { invariant } from '#kit/invariant.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { cancelUnpaidPayments } from '#modules/billing/charges/charges.service.ts';
import { releaseSeat } from '#modules/seats/seats.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { endOrder, lockOrder, refreshPastDue } from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';

/**
 * Makes an active order inactive by staff's hand: what is not paid yet is cancelled, the seat is free again
 * and offered to the waiting list, and the family is notified; what was paid, and every document, stays. A
 * charge that is on its way is awaited: it is booked when it arrives, and not tried again when it does not.
 * Source: M11
 */
export async function cancelOrder(tx: Tx, clock: Clock, order_id: number): Promise<void> {
  const order = await lockOrder(tx, order_id);
  invariant(order.status === 'active', `order ${order_id} is active`);
  await endOrder(tx, order_id, { status: 'cancelled', at: clock.now() });
  await cancelUnpaidPayments(tx, order_id);
  await refreshPastDue(tx, order_id);
  await releaseSeat(tx, clock.now(), order.route_id);
  await enqueue(tx, clock.now(), {
    kind: 'orders.order_ended',
    ref: String(order_id),
    payload: { order_id },
  });
}

type Ending = { order_id: number; reason: string };

/**
 * Makes an order inactive on request of staff, with the reason in the audit log.
 * @throws order_not_found, order_inactive
 */
export async function cancelByStaff(
  tx: Tx,
  clock: Clock,
  viewer: Viewer,
  { order_id, reason }: Ending,
): Promise<void> {
  if (!(await findShownOrder(tx, order_id, null))) throw new Refusal(orderRefusals.order_not_found);
  if ((await lockOrder(tx, order_id)).status !== 'active') throw new Refusal(orderRefusals.order_inactive);
  await cancelOrder(tx, clock, order_id);
  await writeAudit(tx, clock.now(), viewer, {
    action: 'order.cancel',
    subject: `order:${order_id}`,
    detail: { reason },
  });
}
