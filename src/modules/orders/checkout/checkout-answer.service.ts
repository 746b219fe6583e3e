import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { collect, firstAttemptOf, type Collected } from '#modules/billing/charges/charges.service.ts';
import type { CollectedNow } from '#modules/billing/charges/first-charge.service.ts';
import { askToConfirm, refusalOfDecline } from '#modules/billing/processor/decline-refusals.ts';
import type { Catalog } from '#modules/catalog/current-catalog.service.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { readOrder, tellNewOrder } from '#modules/orders/reading/read-orders.service.ts';
import type { SignedOrder } from './sign-order.service.ts';

/** Tells the family not to pay again while the result of a charge is unknown (O10). */
export function refuseUnconfirmed(order_id: number): Refusal<{ order_id: number }> {
  return new Refusal(billingRefusals.payment_unconfirmed, { data: { order_id } });
}

/**
 * The answer of a checkout, however often it is asked for: sends the charge if it has not been sent, waits
 * for the one that is on its way, and tells what came of it.
 * @throws the processor's refusal in words, payment_action_required or payment_unconfirmed
 * Source: O3, O10
 */
export async function answerOfOrder(
  billing: BillingContext,
  viewer: Viewer,
  order_id: number,
): Promise<Order> {
  const attempt_id = await firstAttemptOf(billing.db, order_id);
  if (attempt_id !== undefined) refuseUncharged(order_id, await collect(billing, attempt_id));
  return readOrder(billing, viewer, order_id);
}

/** What this request has signed; nothing was collected of an order that was active at once, or waits. */
type Signed = Pick<SignedOrder, 'order'> & Partial<CollectedNow> & { catalog: Catalog };

/**
 * The same for what this request itself has signed and charged, without reading it where its transactions
 * have told all that there is.
 * @throws as above
 */
export async function answerOfSigned(
  billing: BillingContext,
  viewer: Viewer,
  { order, collected, money, catalog }: Signed,
): Promise<Order> {
  if (collected) refuseUncharged(order.id, collected);
  // Of an order that staff have placed more is told.
  const isTold = money && viewer.impersonator_id === null;
  return isTold
    ? tellNewOrder(billing.vault, viewer, { order, money, catalog })
    : readOrder(billing, viewer, order.id, catalog);
}

/** @throws why the order of a charge has not come about, or is not known to have */
function refuseUncharged(order_id: number, collected: Collected): void {
  if (collected.k === 'declined') throw refusalOfDecline(collected.code);
  if (collected.k === 'unknown') throw refuseUnconfirmed(order_id);
  if (collected.k === 'action') throw askToConfirm(order_id, collected);
}
