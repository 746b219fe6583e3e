import { sum } from '#kit/money.ts';
import { sandboxFunding } from '#kit/sandbox-fundings.ts';
import type { EnteredMethod } from '#modules/billing/methods/entries/entries.contract.ts';
import type { Funding } from '#modules/billing/methods/funding.states.ts';
import type { Bank, Card } from '#modules/billing/methods/methods.contract.ts';
import type { CardFee } from '#modules/catalog/catalog.contract.ts';
import type { Tariff } from '#modules/pricing/price-list.ts';
import {
  priceIn,
  priceKeyOf,
  type CardPrice,
  type Quote,
  type TypeQuote,
} from '#modules/pricing/quoted-prices.ts';
import { capsOf } from '#modules/pricing/quote.ts';
import { surchargesOn, surchargeTotal } from '#modules/pricing/surcharges.ts';
import { isEntered, type Draft, type WizardPaymentType } from './draft.ts';
import type { OfferedMethod } from './transitions.ts';

/**
 * The family's choice for later payments at Checkout without an amount due today (MB11), beside today's
 * payment of the type None.
 */

function withLater(draft: Draft, type: WizardPaymentType, method: number | null): Draft {
  const { later_payment_type, later_payment_method } = draft.program;
  if (later_payment_type === type && later_payment_method === method) return draft;
  return {
    ...draft,
    program: { ...draft.program, later_payment_type: type, later_payment_method: method },
  };
}

export const chooseLaterType = (draft: Draft, type: WizardPaymentType): Draft =>
  draft.program.later_payment_type === type ? draft : withLater(draft, type, null);

export function toggleLaterMethod(draft: Draft, { id, type }: Pick<OfferedMethod, 'id' | 'type'>): Draft {
  return withLater(draft, type, draft.program.later_payment_method === id ? null : id);
}

export const clearLaterMethod = (draft: Draft): Draft =>
  withLater(draft, draft.program.later_payment_type, null);

export const enterLaterCard = (draft: Draft, cc: Card | EnteredMethod): Draft => ({
  ...withLater(draft, 'paymentTypeCreditCard', null),
  cc,
});

export const enterLaterBank = (draft: Draft, ach: Bank | EnteredMethod): Draft => ({
  ...withLater(draft, 'paymentTypeAch', null),
  ach,
});

export const nothingLeft = (draft: Draft): Draft => withLater(draft, 'paymentTypeNone', null);

export type ShownPriceKey = WizardPaymentType | CardPrice;

type Way = { type: WizardPaymentType; method: number | null };

export function wayOfOrder({ program }: Draft): Way {
  return program.payment_type === 'paymentTypeNone'
    ? { type: program.later_payment_type, method: program.later_payment_method }
    : { type: program.payment_type, method: program.payment_method };
}

export type KnownCards = {
  saved: readonly OfferedMethod[] | undefined;
  /** the card with a price corrected by the server */
  told: { card: string; price: CardPrice } | null;
  /** the report of the fields about a card during typing; null until known */
  typed_funding: Funding | null;
  card_fee: CardFee;
};

export const nameOfCard = (cc: Draft['cc']): string | null =>
  isEntered(cc) ? `entered ${cc.id}` : (cc?.number ?? null);

/** By the known facts of the chosen, entered or typed card (S5). */
export function priceKeyOfOrder(draft: Draft, cards: KnownCards): ShownPriceKey {
  const { saved, told, typed_funding, card_fee } = cards;
  const { type, method: id } = wayOfOrder(draft);
  if (type !== 'paymentTypeCreditCard') return type;
  const { cc } = draft;
  const chosen = saved?.find((each) => each.id === id)?.method;
  if (chosen) return priceKeyOf({ ...chosen, paymentType: type }, card_fee) as CardPrice;
  if (told && told.card === nameOfCard(cc)) return told.price;
  if (isEntered(cc)) return priceKeyOf({ ...cc, paymentType: type }, card_fee) as CardPrice;
  const funding = cc ? sandboxFunding(cc.number) : typed_funding;
  return funding !== null && funding !== 'credit' ? 'debit_card' : type;
}

export const isAllLater = (quote: Quote | undefined): boolean =>
  (quote?.by_payment_type.paymentTypeNone?.later.length ?? 0) > 0;

/**
 * The quote by bank and by card without an amount due today: such a quote has one column (P5), but later
 * payments carry the fee of their method (S2).
 */
export function pricedForLater(quote: Quote, tariff: Tariff): Quote {
  const none = quote.by_payment_type.paymentTypeNone;
  if (!none || none.later.length === 0) return quote;
  const by = (type: ShownPriceKey): TypeQuote => {
    const later = none.later.map((charge) => ({
      ...charge,
      surcharge_cents: surchargeTotal(surchargesOn({ charge: charge.amount_cents }, tariff, type)),
    }));
    const charges = later.flatMap(({ amount_cents, surcharge_cents }) => [amount_cents, surcharge_cents]);
    return { ...none, later, year_total_cents: sum([none.due_today_cents, ...charges]) };
  };
  return {
    ...quote,
    by_payment_type: {
      paymentTypeAch: by('paymentTypeAch'),
      paymentTypeCreditCard: by('paymentTypeCreditCard'),
      debit_card: by('debit_card'),
    },
    by_card_cap: Object.fromEntries(capsOf(tariff.card_fee).map((cap) => [cap, by(`card_at_${cap}`)])),
  };
}

export function shownPrice(
  quote: Quote,
  priced: TypeQuote,
  { price_key, tariff }: { price_key: ShownPriceKey; tariff: Tariff },
): { quote: Quote; priced: TypeQuote } {
  const both = pricedForLater(quote, tariff);
  const byLeft = isAllLater(quote) ? priceIn(both, price_key) : undefined;
  return byLeft ? { quote: both, priced: byLeft } : { quote, priced };
}
