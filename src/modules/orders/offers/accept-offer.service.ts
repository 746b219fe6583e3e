import type { z } from 'zod';
import { Refusal } from '#kit/refusal.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { buyOnce, settleOrder, type Checkout } from '#modules/orders/checkout/place-order.service.ts';
import type { Sale } from '#modules/orders/checkout/price-selection.service.ts';
import { findOrderByKey } from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { findOffer, updateOffer, type OfferRow } from '#modules/orders/sale-offers.queries.ts';
import { RECEIVED_LATER } from '#modules/orders/sale-offer.states.ts';
import type { acceptOffer as acceptOfferCall } from './family-offers.contract.ts';
import { lockOpen } from './end-offer.service.ts';
import { openOffer } from './encrypted-offers.service.ts';
import { priceAsOffered } from './price-offer.service.ts';

type Accepting = Pick<Checkout, 'viewer' | 'idempotency_key' | 'meta'> & {
  id: number;
  body: z.output<typeof acceptOfferCall.body>;
};

/**
 * Signs the contract of an offer at the price of the offer, by the way of every order. A refused charge
 * leaves the offer open; a repeated call answers with the order (OF3.6).
 * @throws offer_not_found, offer_not_open; text_stale and the refusals of `placeOrder`, never quote_stale
 */
export async function acceptOffer(
  billing: BillingContext,
  { viewer, id, body, idempotency_key, meta }: Accepting,
): Promise<void> {
  const row = await findOffer(billing.db, id, viewer.user_id);
  if (!row) throw new Refusal(orderRefusals.offer_not_found);
  const { contract, financial_aid } = openOffer(billing.vault, row).selection;
  const wanted = { contract, financial_aid, quote_hash: null, ...body };
  const checkout = { viewer, body: wanted, idempotency_key, meta };
  try {
    await buyOnce(billing, checkout, saleOf(billing, row));
  } catch (error) {
    const order_id = await findOwnOrder(billing, error, { id, viewer, idempotency_key });
    if (order_id === undefined) throw error;
    await settleOrder(billing, order_id);
  }
}

/** Two sendings of one acceptance meet at the offer's lock: the second has the order of the first (O3). */
async function findOwnOrder(
  { db }: BillingContext,
  error: unknown,
  { id, viewer, idempotency_key }: Pick<Accepting, 'id' | 'viewer' | 'idempotency_key'>,
): Promise<number | undefined> {
  const isOver = error instanceof Refusal && error.kind === orderRefusals.offer_not_open;
  if (!isOver || idempotency_key === undefined) return undefined;
  const [offer, order] = [await findOffer(db, id), await findOrderByKey(db, viewer.user_id, idempotency_key)];
  return offer?.order_id === order?.id ? order?.id : undefined;
}

function saleOf({ clock, vault }: BillingContext, { id, pay_by }: OfferRow): Sale {
  return {
    price: async ({ db, vault: keys }, viewer, _, facts) => {
      const row = await lockOpen(db, clock.now(), id, viewer.user_id);
      return priceAsOffered({ db, vault: keys }, viewer, openOffer(vault, row), facts);
    },
    ...(pay_by in RECEIVED_LATER && {
      received_by: RECEIVED_LATER[pay_by as keyof typeof RECEIVED_LATER],
    }),
    signed: async (tx, order_id) => {
      // `price` has locked the offer in this transaction.
      await updateOffer(tx, id, { state: 'accepted', order_id, answered_at: clock.now() });
    },
  };
}
