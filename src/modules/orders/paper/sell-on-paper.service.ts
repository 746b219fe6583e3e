import { checkIsParent, lockFamily } from '#modules/accounts/profile/users.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import {
  holdPriceFacts,
  priceMoment,
  refuseStaleQuote,
} from '#modules/orders/checkout/price-selection.service.ts';
import { countingGuesses } from '#modules/orders/discounts/code-attempts.service.ts';
import { endOffer } from '#modules/orders/offers/end-offer.service.ts';
import { offerRow, wantedOf } from '#modules/orders/offers/make-offer.service.ts';
import { priceForOffer, sellerFor } from '#modules/orders/offers/price-offer.service.ts';
import { refuseSecondOrder } from '#modules/orders/checkout/second-order.service.ts';
import { RECEIVED_LATER } from '#modules/orders/sale-offer.states.ts';
import { drawOfferId, insertOffer, lockOpenOffer } from '#modules/orders/sale-offers.queries.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { once } from '#platform/once/once.ts';
import type { PaperSale } from './paper.contract.ts';
import { signOnPaper, type Signing } from './sign-on-paper.service.ts';

type Selling = Omit<Signing, 'user_id'> & { body: PaperSale };

/**
 * Sells a contract that the family has signed on paper, once for an Idempotency-Key. The sale is an accepted
 * offer, so a check that comes later is recorded as for every offer. Opens a transaction of its own.
 * @returns the id of the offer
 * @throws the refusals of `sellOnPaper` in paper.contract.ts
 * Source: OF3.8
 */
export async function sellOnPaper(billing: BillingContext, sale: Selling): Promise<number> {
  const { db, clock } = billing;
  const { staff, body, key } = sale;
  const { user_id } = body;
  await checkIsParent(db, user_id);
  await refuseOwnFamily(db, staff, { user_id });
  const call = { by_id: staff.user_id, call: 'sellOnPaper', key, sent: body };
  return countingGuesses(billing, staff, wantedOf(body), () =>
    db.transaction((tx) => once(tx, clock.now(), call, () => sell(tx, billing, sale))),
  );
}

async function sell(tx: Tx, billing: BillingContext, { body, ...signing }: Selling): Promise<number> {
  const { clock, vault } = billing;
  const { user_id, contract, although_closed } = body;
  const now = clock.now();
  const { staff } = signing;
  await lockFamily(tx, user_id);
  const asker = { user_id, student_id: contract.student_id };
  const facts = await holdPriceFacts(tx, asker, priceMoment(billing));
  const wanted = { contract: wantedOf(body), although_closed };
  const priced = await priceForOffer({ db: tx, vault }, sellerFor(staff, user_id), wanted, facts);
  if (body.quote_hash !== priced.quote.quote_hash) throw refuseStaleQuote(priced.quote);
  const own = { ...asker, route_id: priced.selection.sale.route.id };
  await refuseSecondOrder(tx, own);
  const open = await lockOpenOffer(tx, own);
  const order_id = await signOnPaper(
    tx,
    billing,
    { ...signing, user_id },
    { priced, paper: body, by: RECEIVED_LATER[body.pay_by], received: body.received },
  );
  const id = await drawOfferId(tx);
  // The order has the seat: nothing is left for the waiting list.
  if (open) await endOffer(tx, now, open, { state: 'replaced', replaced_by_id: id, answered_at: now });
  await insertOffer(tx, {
    ...offerRow(vault, { id, own, priced, body: { ...body, payment_method_id: null } }),
    state: 'accepted',
    order_id,
    answered_at: now,
    made_by_id: staff.user_id,
    made_at: now,
    ends_at: now,
  });
  return id;
}
