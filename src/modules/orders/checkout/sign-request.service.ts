import { invariant } from '#kit/invariant.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { Presence } from '#modules/billing/charges/charges.service.ts';
import type { PlaceOrder } from '#modules/orders/orders.contract.ts';
import { findEarlierOrders, type PlacedOrder, type RequestIdentity } from '#modules/orders/orders.queries.ts';
import {
  askerOf,
  holdPriceFacts,
  priceMoment,
  refuseStaleQuote,
  type PricedSelection,
  type Sale,
} from './price-selection.service.ts';
import type { PayingMethod } from './checkout-method.service.ts';
import type { LaterPayers } from './later-payers.service.ts';
import { signOrder, type Signature, type SignedOrder } from './sign-order.service.ts';

type Request = Pick<Signature, 'viewer'> &
  RequestIdentity & { body: PlaceOrder; sale: Sale; meta: Pick<Signature, 'ip' | 'user_agent'> };

type Signing = {
  paying: PayingMethod | null;
  payers: LaterPayers;
  /** the price before the card was saved; the facts may have changed since */
  seen: PricedSelection;
};

export type Signed = SignedOrder | { existingOrder: PlacedOrder };

/**
 * Prices the selection again with locked facts, and signs in the same transaction.
 * @throws quote_stale; the refusals of a selection and of `signOrder`
 * Source: O1 to O10, C4
 */
export function signRequest(
  { db, vault, clock, gateway, publicUrl: public_url, crashPoint }: BillingContext,
  { viewer, body, sale, meta, client_key, request_hash }: Request,
  { paying, payers, seen }: Signing,
): Promise<Signed> {
  return db.transaction(async (tx) => {
    const facts = await holdPriceFacts(tx, askerOf(viewer, body), priceMoment({ clock, gateway }));
    const priced = await sale.price({ db: tx, vault }, viewer, body, facts);
    if (priced.quote.quote_hash !== seen.quote.quote_hash) throw refuseStaleQuote(priced.quote);
    const known_by = { client_key, request_hash };
    const signature = { viewer, ...meta, known_by, acceptances: body.acceptances };
    // Staff ordering for a family cannot confirm at the family's bank.
    const presence: Presence =
      viewer.impersonator_id === null ? { presence: 'here', public_url } : { presence: 'away' };
    const { received_by } = sale;
    const toSign = { paying, payers, signature, presence, received_by };
    const signed = await signOrder(tx, { clock, vault }, priced, toSign);
    if (signed) await sale.signed?.(tx, signed.order_id);
    crashPoint('order about to be signed');
    if (signed) return signed;
    const { student_id, route_id } = body.contract;
    const place = { user_id: viewer.user_id, client_key, student_id, route_id };
    const { ofKey, ofPlace } = await findEarlierOrders(tx, place);
    const existingOrder = ofKey ?? ofPlace;
    invariant(existingOrder, 'another order holds the key or the place of an order that was not written');
    return { existingOrder };
  });
}
