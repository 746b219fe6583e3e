import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/viewer.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { Billing } from '#modules/billing/billing.service.ts';
import { collect, firstAttemptOf } from '#modules/billing/charges.service.ts';
import { refusalOfDecline } from '#modules/billing/decline-refusals.ts';
import type { Order } from './orders.contract.ts';
import { readOrder } from './read-orders.service.ts';

/** What the family is told while neither yes nor no is known: not to pay again (O10). */
export function refuseUnconfirmed(orderId: number): Refusal<{ order_id: number }> {
  return new Refusal(billingRefusals.payment_unconfirmed, { data: { order_id: orderId } });
}

/**
 * The answer of a checkout, however often it is asked for: sends the charge if nobody has yet, waits for
 * the one that is on its way, and tells what came of it.
 * @throws the processor's refusal in words, or payment_unconfirmed
 * Source: O3, O10
 */
export async function answerOfOrder(billing: Billing, viewer: Viewer, orderId: number): Promise<Order> {
  const attemptId = await firstAttemptOf(billing.db, orderId);
  // An order with nothing due today has no charge: it was active at once.
  if (attemptId === undefined) return readOrder(billing.db, viewer, orderId);
  const collected = await collect(billing, attemptId);
  if (collected.k === 'declined') throw refusalOfDecline(collected.code);
  if (collected.k === 'unknown') throw refuseUnconfirmed(orderId);
  return readOrder(billing.db, viewer, orderId);
}
