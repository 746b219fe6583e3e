import type { PlainDate } from '#kit/plain-date.ts';
import { sum, type Cents } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { CardFee } from '#modules/catalog/catalog.contract.ts';
import type { RoutePrices } from '#modules/catalog/routes/route-for-sale.ts';
import { billFor, type Bill } from '#modules/pricing/bill.ts';
import { offeredAddons } from '#modules/pricing/offered-addons.ts';
import { offeredTerms } from '#modules/pricing/offered-terms.ts';
import type { PricedTerm, PriceList, Selection } from '#modules/pricing/price-list.ts';
import { buildCheckQuote, buildQuote } from '#modules/pricing/quote.ts';
import type { Quote, TypeQuote } from '#modules/pricing/quoted-prices.ts';
import { siblingRuleOf } from '#modules/pricing/sibling-discount.ts';

/** A route in one of the two catalogs; the card fee depends on the day (S5). */
export type PricedSide = {
  prices: RoutePrices;
  feeOn: (day: PlainDate) => CardFee;
  /** whether the school sells the route, by span of its hours; a family needs an offered term too */
  sells: readonly boolean[];
  /** an open checkout may be finished although the school has closed (SE8.5) */
  isClosing: boolean;
};

export type TermType = PricedTerm['payment_term_type'];

/** A family's terms on a day, one of each type (T7). */
export const offersOn = ({ prices }: PricedSide, day: PlainDate): ReadonlyMap<TermType, PricedTerm> =>
  new Map(offeredTerms(prices.terms, day, false).map((term) => [term.payment_term_type, term]));

/** What a family chooses beside the term. */
export type Choice = { addonIds: readonly number[]; isSibling: boolean; aid: Cents | null };

export const PLAIN: Choice = { addonIds: [], isSibling: false, aid: null };

/** No add-on, each alone, and all of them. */
export function addonChoices({ prices }: PricedSide): readonly number[][] {
  const ids = offeredAddons(prices.addons, false).map(({ id }) => id);
  return [[], ...ids.map((id) => [id]), ...(ids.length > 1 ? [ids] : [])];
}

const selectionOf = ({ prices }: PricedSide, term: PricedTerm, choice: Choice): Selection => ({
  payment_term_id: term.id,
  addonIds: choice.addonIds,
  discountId: choice.isSibling ? (siblingRuleOf(prices.discounts)?.id ?? null) : null,
  aid: choice.aid === null ? null : { amount_cents: choice.aid },
  isStaff: false,
});

const priceListOf = ({ prices, feeOn }: PricedSide, day: PlainDate): PriceList => ({
  ...prices,
  card_fee: feeOn(day),
});

/** What a family signs for, without fees. @throws the refusals of pricing.refusals.ts */
export const billOf = (side: PricedSide, term: PricedTerm, day: PlainDate, choice = PLAIN): Bill =>
  billFor(selectionOf(side, term, choice), priceListOf(side, day), day);

export const totalOf = ({ netCents, later, principal_cents }: Bill): Cents =>
  later.length === 0 ? netCents : sum([principal_cents, ...later.map(({ amount_cents }) => amount_cents)]);

export type Priced = { quote: Quote; check: TypeQuote };

/** @returns undefined for a choice that is refused */
export function priceOf(
  side: PricedSide,
  term: PricedTerm,
  day: PlainDate,
  choice: Choice,
): Priced | undefined {
  const [selection, prices] = [selectionOf(side, term, choice), priceListOf(side, day)];
  try {
    return { quote: buildQuote(selection, prices, day), check: buildCheckQuote(selection, prices, day) };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
