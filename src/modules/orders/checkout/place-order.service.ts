import { createHash, randomUUID } from 'node:crypto';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { isOurMistake } from '#modules/billing/payments/retry-policy.ts';
import { notifyLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import { countDeclinedCharge } from '#modules/billing/methods/save-method.service.ts';
import {
  isCardPrice,
  priceIn,
  priceKeyOf,
  type PricedMethod,
  type Quote,
} from '#modules/pricing/quoted-prices.ts';
import { noteOpenCheckout } from '#modules/seats/open-checkouts.service.ts';
import { maySellSeat } from '#modules/seats/seats.service.ts';
import { atOnce, onOneConnection } from '#platform/db/at-once.ts';
import type { Db } from '#platform/db/database.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { countingGuesses } from '#modules/orders/discounts/code-attempts.service.ts';
import type { Order, PlaceOrder } from '#modules/orders/orders.contract.ts';
import {
  findEarlierOrders,
  findOrderByKey,
  findPlacedOrder,
  type EarlierOrders,
  type PlacedOrder,
  type RequestIdentity,
} from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { checkoutMethod } from './checkout-method.service.ts';
import {
  askerOf,
  priceMoment,
  priceSelection,
  readPriceFacts,
  refuseStaleQuote,
  WIZARD,
  type PriceFacts,
  type PricedSelection,
  type Sale,
} from './price-selection.service.ts';
import type { Catalog } from '#modules/catalog/current-catalog.service.ts';
import { isSomethingDue, pricedBy } from '#modules/orders/contracts/priced-by.ts';
import { answerToRepeat } from './repeated-request.ts';
import { orderFingerprint } from './order-fingerprint.ts';
import { signRequest, type Signed } from './sign-request.service.ts';
import { laterPayers } from './later-payers.service.ts';
import { acceptedTexts } from './accepted-texts.service.ts';
import { collect, firstAttemptOf, type Collected } from '#modules/billing/charges/charges.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { askToConfirm, refusalOfDecline } from '#modules/billing/processor/decline-refusals.ts';
import { refuseHeldFamily } from '#modules/billing/payments/left-alone.service.ts';
import { keepingPlace } from '#modules/billing/processor/keep-place.service.ts';
import { readOrder } from '#modules/orders/reading/read-orders.service.ts';

export type Checkout = {
  viewer: Viewer;
  body: PlaceOrder;
  idempotency_key: string | undefined;
  meta: { ip: string; user_agent: string };
};

type Bought = { order_id: number; catalog?: Catalog };

type Request = Checkout & RequestIdentity & { sale: Sale };

export async function quoteOrder(
  billing: BillingContext,
  viewer: Viewer,
  body: Pick<PlaceOrder, 'contract' | 'financial_aid'>,
): Promise<Quote> {
  const { db, clock } = billing;
  const priced = await countingGuesses({ db, clock }, viewer, body, async () =>
    priceSelection(
      billing,
      viewer,
      body,
      await readPriceFacts(db, askerOf(viewer, body), priceMoment(billing)),
    ),
  );
  noteInBackground(billing, viewer, priced);
  return priced.quote;
}

/** The family does not wait for the note, and a price is told without one. */
function noteInBackground({ db, clock, log }: BillingContext, { user_id }: Viewer, priced: PricedSelection) {
  const asked = { user_id, route_id: priced.selection.sale.route.id };
  noteOpenCheckout(db, clock.now(), asked).catch((error: unknown) =>
    log.warn({ ...asked, error: describeError(error) }, 'the open checkout was not noted'),
  );
}

/**
 * Collects today's amount once, despite repeated presses and failures. The processor is asked between
 * transactions.
 * @throws the refusals of `placeOrder` in orders.contract.ts
 * Source: O1 to O10; decision 5
 */
export async function placeOrder(billing: BillingContext, checkout: Checkout): Promise<Order> {
  const { order_id, catalog } = await buyOnce(billing, checkout, WIZARD);
  const order = await readOrder(billing, checkout.viewer, order_id, catalog);
  billing.crashPoint('order about to be answered');
  return order;
}

/** As `placeOrder`, for any sale. */
export async function buyOnce(billing: BillingContext, checkout: Checkout, sale: Sale): Promise<Bought> {
  const request = identify(checkout, sale);
  const { earlier, facts, hasLostCharges, hasBought } = await look(billing, request);
  if (earlier) return answerEarlier(billing, request, earlier);
  if (hasLostCharges) await refuseHeld(billing, request.viewer);
  const priced = await countingGuesses(billing, request.viewer, request.body, async () =>
    prepare(billing, request, settled(facts)),
  );
  billing.crashPoint('order prepared');
  const signed = await keepingPlace(billing, 'charge', (keep) => {
    if (isSomethingDue(priced.quote)) keep();
    return payAndSign(billing, request, { seen: priced, hasLostCharges });
  });
  billing.crashPoint('order signed');
  if ('existingOrder' in signed)
    return answerEarlier(billing, request, {
      order: signed.existingOrder,
      isOfKey: signed.existingOrder.client_key === request.client_key,
    });
  const { order_id, attempt_id } = signed;
  const collected = attempt_id === undefined ? undefined : await collect(billing, attempt_id);
  if (collected?.k === 'declined' && !isOurMistake(collected))
    await countDeclinedCharge(billing, request.viewer.user_id);
  const isBought = !collected || collected.k === 'succeeded' || collected.k === 'processing';
  if (hasBought && isBought) await notifyOfOthers(billing, request.viewer);
  if (collected) refuseUncharged(order_id, collected);
  return { order_id, catalog: priced.facts.catalog };
}

/** The first method of a school becomes the default and may pay later payments of other contracts (MP1). */
const notifyOfOthers = (billing: BillingContext, { user_id }: Viewer): Promise<void> =>
  billing.db.transaction((tx) => notifyLaterChanges(tx, billing, { user_ids: [user_id] }));

/**
 * For a page loaded again during the payment: waits while the answer is on the way, and sends nothing beyond
 * the requests of `placeOrder` (O3, O10).
 * @throws order_not_found when the family has no order with this key or id
 */
export async function resumeOrder(
  billing: BillingContext,
  viewer: Viewer,
  known_by: { idempotency_key: string | undefined; order_id: number | null | undefined },
): Promise<Order> {
  const { idempotency_key, order_id } = known_by;
  const order = idempotency_key
    ? await findOrderByKey(billing.db, viewer.user_id, idempotency_key)
    : order_id && (await findPlacedOrder(billing.db, viewer.user_id, order_id));
  if (!order) throw new Refusal(orderRefusals.order_not_found);
  // An activated order stays bought, even after a returned bank debit.
  if (!order.activated_at) await settleOrder(billing, order.id);
  return readOrder(billing, viewer, order.id);
}

function identify(checkout: Checkout, sale: Sale): Request {
  const request_hash = createHash('sha256').update(orderFingerprint(checkout.body)).digest('hex');
  return { ...checkout, sale, request_hash, client_key: checkout.idempotency_key ?? `press-${randomUUID()}` };
}

type Earlier = { order: PlacedOrder; isOfKey: boolean } | undefined;

type Found = { earlier: Earlier } & Pick<EarlierOrders, 'hasLostCharges' | 'hasBought'>;

/**
 * One round trip. If an order exists already, the price facts are not needed, and their error is thrown only
 * when the caller unwraps the result by `settled`.
 */
function look(
  billing: BillingContext,
  request: Request,
): Promise<Found & { facts: PromiseSettledResult<PriceFacts> }> {
  const asker = askerOf(request.viewer, request.body);
  const moment = priceMoment(billing);
  return onOneConnection(billing.db, async (one) => {
    const [found, [facts]] = await atOnce([
      findEarlier(one, request),
      Promise.allSettled([readPriceFacts(one, asker, moment)]),
    ]);
    return { ...found, facts };
  });
}

function settled<T>(facts: PromiseSettledResult<T>): T {
  if (facts.status === 'rejected') throw facts.reason;
  return facts.value;
}

/**
 * By the request's key, or by the student's place on the route.
 * @throws idempotency_reused for a key first used with another order (O3)
 */
async function findEarlier(db: Db, request: Request): Promise<Found> {
  const { viewer, body, client_key, request_hash } = request;
  const { user_id } = viewer;
  const { student_id, route_id } = body.contract;
  const place = { student_id, route_id };
  const { ofKey, ofPlace, ...known } = await findEarlierOrders(db, { user_id, client_key, ...place });
  if (ofKey && ofKey.request_hash !== request_hash) throw new Refusal(orderRefusals.idempotency_reused);
  if (ofKey) return { earlier: { order: ofKey, isOfKey: true }, ...known };
  // The student may belong to another family; the other order must not be revealed.
  const isOwn = ofPlace?.user_id === user_id;
  return { earlier: isOwn ? { order: ofPlace, isOfKey: false } : undefined, ...known };
}

/** A restored backup may lack an order of the family; no second charge may follow (S21). */
const refuseHeld = ({ db }: BillingContext, { user_id, impersonator_id }: Viewer, customer?: string) =>
  refuseHeldFamily(db, { user_id, customer, isByStaff: impersonator_id !== null });

async function answerEarlier(
  billing: BillingContext,
  request: Request,
  { order, isOfKey }: { order: PlacedOrder; isOfKey: boolean },
): Promise<Bought> {
  const same = { user_id: request.viewer.user_id, request_hash: request.request_hash };
  const answer = isOfKey ? 'its_answer' : answerToRepeat(order, same, billing.clock.now());
  if (answer === 'order_exists') throw refuseField(orderRefusals.order_exists, 'contract.route_id');
  if (answer === 'still_confirming') throw refuseUnconfirmed(order.id);
  await settleOrder(billing, order.id);
  return { order_id: order.id };
}

async function prepare(
  billing: BillingContext,
  { viewer, body, sale }: Request,
  facts: PriceFacts,
): Promise<PricedSelection> {
  const priced = await sale.price(billing, viewer, body, facts);
  const { route } = priced.selection.sale;
  const place = { route_id: route.id, student_id: priced.student.id };
  const isFull = route.capacity !== null && !(await maySellSeat(billing.db, billing.clock.now(), place));
  if (isFull) throw refuseField(orderRefusals.route_full, 'contract.route_id');
  if (body.quote_hash && body.quote_hash !== priced.quote.quote_hash) throw refuseStaleQuote(priced.quote);
  return priced;
}

async function payAndSign(
  billing: BillingContext,
  request: Request,
  { seen, hasLostCharges }: { seen: PricedSelection; hasLostCharges: boolean },
): Promise<Signed> {
  const { payment, acceptances } = request.body;
  const paying = request.sale.received_by ? null : await checkoutMethod(billing, seen, request);
  try {
    if (paying && hasLostCharges) await refuseHeld(billing, request.viewer, paying.gateway_customer);
    if (paying) checkShownPrice(seen, paying, payment);
    acceptedTexts(seen.selection.sale, paying?.paymentType ?? 'paymentTypeNone', acceptances);
    const payers = await laterPayers(billing.db, request.viewer, seen, { paying, payment });
    return await signRequest(billing, request, { paying, payers, seen });
  } catch (error) {
    // A typed method is saved for the family even when the order is refused.
    if (error instanceof Refusal) await paying?.keepAnyway();
    throw error;
  }
}

/** A card may turn out to be of another kind than shown; the family must see the new price first (S5). */
function checkShownPrice(
  { quote, facts }: PricedSelection,
  method: PricedMethod,
  { priced_as: shown }: PlaceOrder['payment'],
): void {
  const priced_as = priceKeyOf(method, facts.card_fee);
  if (!shown || priced_as === shown || !isCardPrice(priced_as) || !isSomethingDue(quote)) return;
  if (priceIn(quote, shown)?.year_total_cents === pricedBy(quote, priced_as).year_total_cents) return;
  const items = [{ ...quote, priced_as }];
  throw new Refusal(orderRefusals.card_priced_otherwise, { data: { priced_as }, items });
}

function refuseUnconfirmed(order_id: number): Refusal<{ order_id: number }> {
  return new Refusal(billingRefusals.payment_unconfirmed, { data: { order_id } });
}

/**
 * On every repetition alike: sends an unsent charge, or waits for a charge on the way (O3, O10).
 * @throws the processor's refusal in words, payment_action_required or payment_unconfirmed
 */
export async function settleOrder(billing: BillingContext, order_id: number): Promise<void> {
  const attempt_id = await firstAttemptOf(billing.db, order_id);
  if (attempt_id !== undefined) refuseUncharged(order_id, await collect(billing, attempt_id));
}

function refuseUncharged(order_id: number, collected: Collected): void {
  if (collected.k === 'declined') throw refusalOfDecline(collected.code);
  if (collected.k === 'unknown') throw refuseUnconfirmed(order_id);
  if (collected.k === 'action') throw askToConfirm(order_id, collected);
}
