import type { OrderListener } from '#modules/billing/billing-context.service.ts';
import { giveSeatBackToOffer, releaseSeat } from '#modules/seats/seats.service.ts';
import { lockOfferOfOrder, updateOffer } from '#modules/orders/sale-offers.queries.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { giveAidUseBack } from '#modules/orders/discounts/aid-use.service.ts';
import type { AidOutcome } from '#modules/orders/aid.states.ts';
import { getSigned } from '#modules/orders/contracts/contracts.queries.ts';
import { activateOrder, endOrder, lockOrder, refreshPastDue } from '#modules/orders/orders.queries.ts';

/**
 * A result of the first charge changes nothing once the order no longer waits for the charge (M4, M7, O6,
 * O10).
 */
export function orderListener(clock: Clock): OrderListener {
  return {
    onFirstCollected: (tx, order) => makeActive(tx, clock, order),
    onFirstRefused: async (tx, order_id, wasUnconfirmed) => {
      const released = await releaseOrderSeat(tx, clock, order_id);
      // After a wait for the office, the family is not at the screen when the charge is refused (A6).
      const hasWaited = released?.aid_outcome === 'confirmed';
      if (!released || (!wasUnconfirmed && !hasWaited)) return;
      const told = { ref: `order-${order_id}`, payload: { order_id } };
      if (hasWaited) await enqueue(tx, clock.now(), { kind: 'orders.aid_not_charged', ...told });
      else await enqueue(tx, clock.now(), { kind: 'orders.not_charged', ...told });
    },
    onPaymentsChanged: refreshPastDue,
  };
}

export async function makeActive(
  tx: Tx,
  clock: Clock,
  { id, hasAidToConfirm }: { id: number; hasAidToConfirm: boolean },
): Promise<void> {
  const now = clock.now();
  const told = { ref: `order-${id}`, payload: { order_id: id } };
  await enqueue(tx, now, { kind: 'orders.order_confirmed', ...told });
  // `enqueue` ignores a repeated kind and ref: the office is asked once, even if the order waited for aid.
  if (hasAidToConfirm) await enqueue(tx, now, { kind: 'orders.aid_to_confirm', ...told });
  // Last: every other order of the school waits for the counter of contract numbers until the commit.
  await activateOrder(tx, id, now);
}

async function releaseOrderSeat(
  tx: Tx,
  clock: Clock,
  order_id: number,
): Promise<{ aid_outcome: AidOutcome | null } | undefined> {
  const order = await lockOrder(tx, order_id);
  if (order.status !== 'pending_payment') return undefined;
  const signed = await getSigned(tx, order_id);
  await endOrder(tx, order_id, { status: 'payment_failed', at: clock.now() });
  // The code before the seat, as in signing, to avoid a deadlock.
  await giveAidUseBack(tx, signed);
  await reopenOffer(tx, clock.now(), order_id);
  await releaseSeat(tx, clock.now(), order.route_id);
  return signed;
}

/** After a refused charge the family may try again: its offer keeps the seat until its end (OF3.6). */
async function reopenOffer(tx: Tx, now: Date, order_id: number): Promise<void> {
  const offer = await lockOfferOfOrder(tx, order_id);
  if (!offer) return;
  const { id, ends_at: held_until, user_id, student_id, route_id } = offer;
  const isOver = held_until <= now;
  const state = isOver ? ('ended' as const) : ('open' as const);
  await updateOffer(tx, id, { state, order_id: null, answered_at: null });
  const own = { user_id, student_id, route_id };
  if (!isOver) await giveSeatBackToOffer(tx, now, { own, held_until });
}
