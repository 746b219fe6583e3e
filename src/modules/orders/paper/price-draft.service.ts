import { dayIn, formatDate, type PlainDate } from '#kit/plain-date.ts';
import { ZERO } from '#kit/money.ts';
import { refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { isOpenToFamilies } from '#modules/catalog/routes/on-sale.ts';
import {
  priceSelection,
  type PriceFacts,
  type PricedSelection,
  type Reading,
  type WantedContract,
} from '#modules/orders/checkout/price-selection.service.ts';
import { heldQuote } from '#modules/orders/offers/held-quote.ts';
import { sellerFor, withStaffDiscount } from '#modules/orders/offers/price-offer.service.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import type { Draft } from '#modules/orders/printed/encrypted-drafts.service.ts';
import { pricingRefusals } from '#modules/pricing/pricing.refusals.ts';
import { buildCheckQuote } from '#modules/pricing/quote.ts';
import type { TypeQuote } from '#modules/pricing/quoted-prices.ts';
import type { Clock } from '#platform/clock/clock.ts';

export type Wanted = {
  received_on: PlainDate;
  staff_discount_id: number | null;
  price_of: 'received' | 'printed';
};

/** The paper asks for one check, with the fee of checks: the first payment is its sum. */
const asOneCheck = (check: TypeQuote): TypeQuote => ({
  ...check,
  principal_cents: check.due_today_cents,
  surcharge_cents: ZERO,
});

const wantedOf = ({ selection }: Draft, discount_id: number | null): WantedContract => ({
  contract: withStaffDiscount(selection.contract, discount_id),
  financial_aid: selection.financial_aid as WantedContract['financial_aid'],
});

/**
 * The selection of a printed draft at the price of the day on which its check was received, or at the printed
 * price. A later payment whose day has passed is due tomorrow, as for a contract signed today (OF4.2, OF4.3).
 * @throws the refusals of `priceSelection`
 */
export async function priceDraft(
  reading: Reading,
  staff: Viewer,
  { draft, facts, wanted }: { draft: Draft; facts: PriceFacts; wanted: Wanted },
): Promise<PricedSelection> {
  const isPrinted = wanted.price_of === 'printed';
  const day = isPrinted ? draft.facts.priced_on : wanted.received_on;
  const seller = sellerFor(staff, draft.user_id);
  const of = { ...facts, today: day };
  const priced = await priceSelection(reading, seller, wantedOf(draft, wanted.staff_discount_id), of);
  const { sale, term } = priced.selection;
  // What the family may buy on the day: staff sell an ended term by an offer.
  if (!isOpenToFamilies(term, day))
    throw refuseField(pricingRefusals.term_no_longer_available, 'contract.payment_term_id');
  const prices = { ...sale, card_fee: facts.card_fee };
  const check = isPrinted ? draft.facts.price : buildCheckQuote(priced.chosen, prices, day);
  const by_payment_type = { ...priced.quote.by_payment_type, paymentTypeCheck: asOneCheck(check) };
  return { ...priced, facts, quote: heldQuote({ ...priced.quote, by_payment_type }, facts.today) };
}

/** @throws received_before_printing, check_in_future */
export function checkReceivedOn(
  received_on: PlainDate,
  { printed_at }: { printed_at: Date },
  clock: Pick<Clock, 'time_zone' | 'today'>,
): void {
  const printed_on = dayIn(clock.time_zone, printed_at);
  if (received_on > clock.today()) throw refuseField(orderRefusals.check_in_future, 'received_on');
  if (received_on < printed_on)
    throw refuseField(orderRefusals.received_before_printing, 'received_on', { day: formatDate(printed_on) });
}
