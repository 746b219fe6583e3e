import { isDeepStrictEqual } from 'node:util';
import { invariant } from '#kit/invariant.ts';
import { feeDayOf, type BillingContext } from '#modules/billing/billing-context.service.ts';
import { asSeenOr, NotAsSeen } from '#platform/db/as-seen.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PlaceOrder } from '#modules/orders/orders.contract.ts';
import { findEarlierOrders, type PlacedOrder, type RequestIdentity } from '#modules/orders/orders.queries.ts';
import {
  askerOf,
  holdPriceFacts,
  isDecidedByFacts,
  priceSelection,
  refuseStaleQuote,
  type PriceFacts,
  type PricedSelection,
} from './price-selection.service.ts';
import type { PayingMethod } from './checkout-method.service.ts';
import type { LaterPayers } from './later-payers.service.ts';
import { signOrder, type Signature, type SignedOrder } from './sign-order.service.ts';

type Request = Pick<Signature, 'viewer'> &
  RequestIdentity & { body: PlaceOrder; meta: Pick<Signature, 'ip' | 'user_agent'> };

type Signing = {
  paying: PayingMethod | null;
  payers: LaterPayers;
  /** as it was priced a moment ago; what it was made of may have changed while a card was being saved */
  seen: PricedSelection;
};

/** What a request has signed, or the order that stood there already. */
export type Signed = SignedOrder | { existingOrder: PlacedOrder };

/**
 * Signs an order, in a transaction of its own, on facts that stay as they are until it ends. Mostly they are
 * those that were seen: then the order is written in one packet with the question for them. Where they are
 * not, or something else decides the price as well, it is priced again first.
 * @throws quote_stale; the refusals of a selection and of `signOrder`
 * Source: O1 to O10, C4
 */
export async function signRequest(
  billing: BillingContext,
  request: Request,
  signing: Signing,
): Promise<Signed> {
  const onHeldFacts = (tx: Tx) => signOnHeldFacts(tx, billing, request, signing);
  if (!isDecidedByFacts(request.body)) return billing.db.transaction(onHeldFacts);
  return asSeenOr(billing.db, (tx) => signAsSeen(tx, billing, request, signing), onHeldFacts);
}

async function checkFacts(held: Promise<PriceFacts>, seen: PricedSelection): Promise<void> {
  if (!isDeepStrictEqual(await held, seen.facts)) throw new NotAsSeen();
}

async function signAsSeen(
  tx: Tx,
  billing: BillingContext,
  request: Request,
  { seen, ...by }: Signing,
): Promise<Signed> {
  const checked = checkFacts(heldFacts(tx, billing, request), seen);
  try {
    return await sign(tx, billing, request, { ...by, priced: seen, checked });
  } finally {
    // It may read a newer catalog: nothing may be asked for after a rollback.
    await Promise.allSettled([checked]);
  }
}

async function signOnHeldFacts(
  tx: Tx,
  billing: BillingContext,
  request: Request,
  { seen, ...by }: Signing,
): Promise<Signed> {
  const { viewer, body } = request;
  const priced = await priceSelection(tx, viewer, body, await heldFacts(tx, billing, request));
  if (priced.quote.quote_hash !== seen.quote.quote_hash) throw refuseStaleQuote(priced.quote);
  return sign(tx, billing, request, { ...by, priced });
}

const heldFacts = (tx: Tx, billing: BillingContext, { viewer, body }: Request) =>
  holdPriceFacts(tx, askerOf(viewer, body), feeDayOf(billing));

async function sign(
  tx: Tx,
  { clock, crashPoint }: BillingContext,
  { viewer, body, meta, client_key, request_hash }: Request,
  { priced, ...rest }: Omit<Signing, 'seen'> & { priced: PricedSelection; checked?: Promise<void> },
): Promise<Signed> {
  const known_by = { client_key, request_hash };
  const signature = { viewer, ...meta, known_by, acceptances: body.acceptances };
  const signed = await signOrder(tx, clock, priced, { ...rest, signature });
  crashPoint('order about to be signed');
  if (signed) return signed;
  const { student_id, route_id } = body.contract;
  const rivals = await findEarlierOrders(tx, { user_id: viewer.user_id, client_key, student_id, route_id });
  const existingOrder = rivals.ofKey ?? rivals.ofPlace;
  invariant(existingOrder, 'an order that was not written has a rival');
  return { existingOrder };
}
