import type { OrderListener } from '#modules/billing/billing-context.service.ts';
import { releaseAidCode } from '#modules/catalog/routes/selling.service.ts';
import { releaseSeat } from '#modules/seats/seats.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { AidOutcome } from '#modules/orders/aid.states.ts';
import { getSigned } from '#modules/orders/contracts/contracts.queries.ts';
import { activateOrder, endOrder, lockOrder, refreshPastDue } from '#modules/orders/orders.queries.ts';

/**
 * What a change of payments means for their order. The results of the first charge change nothing of an order
 * that no longer waits for it (M4, M7, O6, O10).
 */
export function orderListener(clock: Clock): OrderListener {
  return {
    onFirstCollected: (tx, order) => makeActive(tx, clock, order),
    onFirstRefused: async (tx, order_id, wasUnconfirmed) => {
      const released = await releaseOrderSeat(tx, clock, order_id);
      // Whoever waited for the office is not at the screen when the charge is refused (A6).
      const hasWaited = released?.aid_outcome === 'confirmed';
      if (!released || (!wasUnconfirmed && !hasWaited)) return;
      const told = { ref: `order-${order_id}`, payload: { order_id } };
      if (hasWaited) await enqueue(tx, clock.now(), { kind: 'orders.aid_not_charged', ...told });
      else await enqueue(tx, clock.now(), { kind: 'orders.not_charged', ...told });
    },
    onPaymentsChanged: refreshPastDue,
  };
}

/** Makes an order active that waits for its first payment, with its contract's number and the mail for it. */
export async function makeActive(
  tx: Tx,
  clock: Clock,
  { id, hasAidToConfirm }: { id: number; hasAidToConfirm: boolean },
): Promise<void> {
  const now = clock.now();
  const told = { ref: `order-${id}`, payload: { order_id: id } };
  await enqueue(tx, now, { kind: 'orders.order_confirmed', ...told });
  // The office is asked once, also where the order had waited for its answer.
  if (hasAidToConfirm) await enqueue(tx, now, { kind: 'orders.aid_to_confirm', ...told });
  // Last, because every other order of the school waits for the counter of its numbers until the commit.
  await activateOrder(tx, id, now);
}

/** Nothing was charged: releases the seat and the use of the aid code. */
async function releaseOrderSeat(
  tx: Tx,
  clock: Clock,
  order_id: number,
): Promise<{ aid_outcome: AidOutcome | null } | undefined> {
  const order = await lockOrder(tx, order_id);
  if (order.status !== 'pending_payment') return undefined;
  const { aid_code_id, aid_outcome } = await getSigned(tx, order_id);
  await endOrder(tx, order_id, { status: 'payment_failed', at: clock.now() });
  // The code before the seat, as signing takes them, so that the two never wait for each other.
  if (aid_code_id) await releaseAidCode(tx, aid_code_id);
  await releaseSeat(tx, clock.now(), order.route_id);
  return { aid_outcome };
}
