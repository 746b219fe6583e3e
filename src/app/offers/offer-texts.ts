import type { OfferResponse } from '#modules/orders/offers/offers.contract.ts';
import { RECEIVED_LATER, type OfferPayer } from '#modules/orders/sale-offer.states.ts';
import { priceIn, type PriceKey, type Quote, type TypeQuote } from '#modules/pricing/quoted-prices.ts';

export const isReceivedLater = (pay_by: OfferPayer): pay_by is keyof typeof RECEIVED_LATER =>
  pay_by in RECEIVED_LATER;

type Priced = Pick<OfferResponse, 'quote' | 'pay_by'>;

/** The price without a fee of a card: by check or cash, by bank, or with nothing due today. */
export function plainPrice({ quote, pay_by }: Priced): TypeQuote {
  const keys: PriceKey[] = [
    ...(isReceivedLater(pay_by) ? [RECEIVED_LATER[pay_by]] : []),
    'paymentTypeAch',
    'paymentTypeNone',
  ];
  return keys.flatMap((key) => priceIn(quote as Quote, key) ?? [])[0]!;
}
