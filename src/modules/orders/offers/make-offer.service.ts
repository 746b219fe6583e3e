import { HOUR_MS } from '#kit/durations.ts';
import { cents, toDollars } from '#kit/money.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { fullName } from '#kit/text/full-name.ts';
import { checkIsParent, lockFamily } from '#modules/accounts/profile/users.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import { getChargeableMethod, savedMethods } from '#modules/billing/methods/methods.service.ts';
import type { Catalog } from '#modules/catalog/current-catalog.service.ts';
import {
  holdPriceFacts,
  priceMoment,
  readPriceFacts,
  refuseStaleQuote,
  type PricedSelection,
  type WantedContract,
} from '#modules/orders/checkout/price-selection.service.ts';
import { countingGuesses } from '#modules/orders/discounts/code-attempts.service.ts';
import { refuseSecondOrder } from '#modules/orders/checkout/second-order.service.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { isStillOpen } from '#modules/orders/sale-offer.states.ts';
import { drawOfferId, insertOffer, lockOpenOffer } from '#modules/orders/sale-offers.queries.ts';
import { keepSeatForOffer, seatsLeftFor } from '#modules/seats/seats.service.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { once } from '#platform/once/once.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { sealOffer } from './encrypted-offers.service.ts';
import { endOffer, lockOpen } from './end-offer.service.ts';
import { OFFER_HOURS, type OfferRequest } from './offers.contract.ts';
import { heldPrices, priceForOffer, sellerFor, withStaffDiscount } from './price-offer.service.ts';

type Selection = Pick<OfferRequest, 'user_id' | 'contract' | 'staff_discount_id' | 'aid' | 'although_closed'>;

/** The body of an order, as the wizard of the family would send it. */
export const wantedOf = ({ contract, staff_discount_id, aid }: Selection): WantedContract => ({
  contract: withStaffDiscount(contract, staff_discount_id),
  financial_aid: aid && { code: aid.code, amount: toDollars(cents(aid.amount_cents)) },
});

const offerEnd = ({ company: [company] }: Catalog, now: Date): Date =>
  new Date(now.getTime() + (company?.offer_hours ?? OFFER_HOURS.most) * HOUR_MS);

/** @throws own_order, and the refusals of `priceForOffer` */
export async function previewOffer(billing: BillingContext, staff: Viewer, body: Selection) {
  const { db, clock } = billing;
  const wanted = wantedOf(body);
  await refuseOwnFamily(db, staff, { user_id: body.user_id });
  const priced = await countingGuesses(billing, staff, wanted, async () =>
    priceForOffer(
      billing,
      sellerFor(staff, body.user_id),
      { contract: wanted, although_closed: body.although_closed },
      await readPriceFacts(db, placeOf(body), priceMoment(billing)),
    ),
  );
  const { student_id, route_id } = wanted.contract;
  const { program_group } = priced.selection.sale;
  const saved = await savedMethods(db, body.user_id);
  return {
    quote: priced.quote,
    seats_left: (await seatsLeftFor(db, clock.now(), { student_id, route_ids: [route_id] }))(route_id),
    as_of: clock.now().toISOString(),
    ends_at: offerEnd(priced.facts.catalog, clock.now()).toISOString(),
    methods: saved
      .filter(
        (method) =>
          method.kept_at !== null &&
          (method.program_group_id === null || method.program_group_id === program_group.id),
      )
      .map((method) => ({ id: method.id, name: nameOfMethod(method) })),
  };
}

const placeOf = ({ user_id, contract }: Selection) => ({ user_id, student_id: contract.student_id });

/**
 * Makes an offer once for an Idempotency-Key: the seat and the price are kept until the end, and the family
 * gets an email. Opens a transaction of its own.
 * @returns the id
 * @throws the refusals of `makeOffer` in offers.contract.ts
 * Source: OF3.5
 */
export async function makeOffer(
  billing: BillingContext,
  staff: Viewer,
  { body, key }: { body: OfferRequest; key: string },
): Promise<number> {
  const { db, clock } = billing;
  await checkIsParent(db, body.user_id);
  await refuseOwnFamily(db, staff, { user_id: body.user_id });
  const call = { by_id: staff.user_id, call: 'makeOffer', key, sent: body };
  return countingGuesses(billing, staff, wantedOf(body), () =>
    db.transaction((tx) => once(tx, clock.now(), call, () => make(tx, billing, staff, body))),
  );
}

async function make(tx: Tx, billing: BillingContext, staff: Viewer, body: OfferRequest): Promise<number> {
  const { clock, vault } = billing;
  const now = clock.now();
  const { user_id } = body;
  await lockFamily(tx, user_id);
  const facts = await holdPriceFacts(tx, placeOf(body), priceMoment(billing));
  const wanted = { contract: wantedOf(body), although_closed: body.although_closed };
  const priced = await priceForOffer({ db: tx, vault }, sellerFor(staff, user_id), wanted, facts);
  if (body.quote_hash !== priced.quote.quote_hash) throw refuseStaleQuote(priced.quote);
  await checkMethod(tx, clock, body, priced);
  const ends_at = endOf(body, facts.catalog, now);
  const { selection, student } = priced;
  const own = { user_id, student_id: student.id, route_id: selection.sale.route.id };
  await refuseSecondOrder(tx, own);
  const id = await drawOfferId(tx);
  await replaceOffer(tx, now, { body, id });
  await refuseSecondOffer(tx, now, { own, priced });
  const isBeyondLimit = body.beyond_limit !== null;
  await keepSeatForOffer(tx, now, { own, held_until: ends_at, isBeyondLimit });
  const { although_closed, beyond_limit, pay_by } = body;
  const row = offerRow(vault, { id, own, priced, body });
  await insertOffer(tx, { ...row, state: 'open', made_by_id: staff.user_id, made_at: now, ends_at });
  await enqueue(tx, now, {
    kind: 'orders.offer_made',
    ref: `offer-${id}`,
    payload: { offer_id: id, user_id },
  });
  await writeAudit(tx, now, staff, {
    action: 'offer.make',
    subject: `user:${user_id}`,
    after: { offer_id: id, route_id: own.route_id, student_id: own.student_id, pay_by },
    texts: { although_closed, beyond_limit },
  });
  return id;
}

type Chosen = Selection & Pick<OfferRequest, 'beyond_limit' | 'note' | 'pay_by' | 'payment_method_id'>;

type ToStore = { id: number; own: Place; priced: PricedSelection; body: Chosen };

/** What an offer keeps of the choice, with the prices of its day (C4). */
export const offerRow = (vault: BillingContext['vault'], { id, own, priced, body }: ToStore) => ({
  id,
  ...own,
  payment_term_id: priced.selection.term.id,
  route_discount_id: priced.selection.discount?.id ?? null,
  ...sealOffer(vault, id, {
    selection: {
      ...asVerified(wantedOf(body), priced),
      although_closed: body.although_closed,
      beyond_limit: body.beyond_limit,
    },
    note: body.note,
  }),
  quote: priced.quote,
  quote_hash: priced.quote.quote_hash,
  prices: heldPrices(priced),
  priced_on: priced.facts.today,
  pay_by: body.pay_by,
  payment_method_id: body.pay_by === 'method' ? body.payment_method_id : null,
});

/** With the number of the sibling as issued: nothing is looked up again at the acceptance. */
const asVerified = (
  wanted: WantedContract,
  { selection: { discount } }: PricedSelection,
): WantedContract => ({
  ...wanted,
  contract: {
    ...wanted.contract,
    route_discounts: discount ? [{ id: discount.id, contract_number: discount.contract_number }] : [],
  },
});

/** A saved method is proposed, and charged after the family has accepted (OF3.4). @throws method_not_found */
async function checkMethod(
  tx: Tx,
  clock: BillingContext['clock'],
  { pay_by, payment_method_id, user_id }: OfferRequest,
  { selection: { sale } }: PricedSelection,
): Promise<void> {
  if (pay_by !== 'method') return;
  const program_group_id = sale.program_group.id;
  const wanted = {
    payment_method_id: payment_method_id ?? 0,
    user_id,
    program_group_id,
    today: clock.today(),
  };
  await getChargeableMethod(tx, wanted);
}

/** @throws offer_end_outside */
function endOf({ ends_at }: OfferRequest, catalog: Catalog, now: Date): Date {
  if (ends_at === null) return offerEnd(catalog, now);
  const hours = (Date.parse(ends_at) - now.getTime()) / HOUR_MS;
  // A choice of full days or hours is sent a moment later.
  if (hours < OFFER_HOURS.least - 0.1 || hours > OFFER_HOURS.most)
    throw refuseField(orderRefusals.offer_end_outside, 'ends_at');
  return new Date(ends_at);
}

type Replacing = { body: OfferRequest; id: number };

/**
 * The old offer ends with the new one, and the seat of the old offer is free for the new one (OF3.10).
 * @throws offer_not_found, offer_not_open
 */
async function replaceOffer(tx: Tx, now: Date, { body, id }: Replacing): Promise<void> {
  if (body.replaces_id === null) return;
  const old = await lockOpen(tx, now, body.replaces_id, body.user_id);
  await endOffer(tx, now, old, { state: 'replaced', replaced_by_id: id, answered_at: now });
}

export type Place = { user_id: number; student_id: number; route_id: number };

/** One open offer for a child and route. @throws offer_open_already */
async function refuseSecondOffer(
  tx: Tx,
  now: Date,
  { own, priced: { student, selection } }: { own: Place; priced: PricedSelection },
): Promise<void> {
  const other = await lockOpenOffer(tx, own);
  if (!other) return;
  if (!isStillOpen(other, now)) return endOffer(tx, now, other, { state: 'ended' });
  const data = { child: fullName(student), line: selection.sale.route.name };
  throw new Refusal(orderRefusals.offer_open_already, { data });
}
