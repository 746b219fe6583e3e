import type { OrderListener } from '#modules/billing/billing-context.service.ts';
import { releaseAidCode } from '#modules/catalog/routes/selling.service.ts';
import { releaseSeat } from '#modules/seats/seats.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { AidOutcome } from '#modules/orders/aid.states.ts';
import { getSigned } from '#modules/orders/contracts/contracts.queries.ts';
import { activateOrder, endOrder, lockOrder, refreshPastDue } from '#modules/orders/orders.queries.ts';
import { nextSerial, saveContractNumber } from '#modules/orders/contracts/contracts.queries.ts';
import { contractNumber, type NumberSeries } from '#modules/orders/contracts/contract-number.ts';

type Series = NumberSeries & { period: { id: number }; program_group: { id: number } };

/**
 * What a change of payments means for their order. The results of the first charge change nothing of an order
 * that no longer waits for it (M4, M7, O6, O10).
 */
export function orderListener(clock: Clock): OrderListener {
  return {
    onFirstCollected: (tx, order_id) => makeActive(tx, clock, order_id),
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

/** Gives the contract its number and sends the confirmation. */
export async function makeActive(tx: Tx, clock: Clock, order_id: number): Promise<void> {
  const now = clock.now();
  const activated = await activateOrder(tx, order_id, now);
  if (!activated) return;
  const { snapshot, serial } = activated;
  const told = { ref: `order-${order_id}`, payload: { order_id } };
  await atOnce([
    issueContractNumber(tx, { order_id, series: snapshot, serial }),
    enqueue(tx, now, { kind: 'orders.order_confirmed', ...told }),
  ]);
  // The office is asked once, also where the order had waited for its answer.
  if (snapshot.financial_aid?.to_confirm) await enqueue(tx, now, { kind: 'orders.aid_to_confirm', ...told });
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

/** Gives an order's contract its number, in the transaction that makes the order active (O6). */
async function issueContractNumber(
  tx: Tx,
  { order_id, series, serial }: { order_id: number; series: Series; serial: number },
): Promise<void> {
  let number = contractNumber(series, serial);
  // Two periods whose names begin with the same year (a summer program) share their two digits.
  while (!(await saveContractNumber(tx, order_id, number)))
    number = contractNumber(series, await nextSerial(tx, series.period.id, series.program_group.id));
}
