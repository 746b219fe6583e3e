import type { CardFee, PriceSettings } from '#modules/catalog/catalog.contract.ts';
import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import type { WantedContract } from '#modules/orders/checkout/price-selection.service.ts';
import { OFFER_TEXTS, offerTextRows, type OfferRow } from '#modules/orders/sale-offers.queries.ts';
import type { Quote } from '#modules/pricing/quoted-prices.ts';
import { encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import { sealedColumns } from '#platform/vault/reseal.ts';
import type { Vault } from '#platform/vault/vault.ts';

const offerTexts = encryptedColumns('sale_offers', OFFER_TEXTS);

export const sealedOffers = sealedColumns(offerTexts, offerTextRows);

/** What staff have chosen, and why where a rule asks for a reason. */
export type OfferedSelection = WantedContract & {
  although_closed: string | null;
  beyond_limit: string | null;
};

/** The prices of the day on which the offer was made (C4). */
export type HeldPrices = Pick<RouteForSale, 'terms' | 'addons' | 'discounts' | 'surcharges'> & {
  company: PriceSettings;
  card_fee: CardFee;
};

type Opened = { selection: OfferedSelection; note: string | null; answer: string | null };

export type Offer = Omit<OfferRow, keyof Opened | 'quote' | 'prices'> &
  Opened & { quote: Quote; prices: HeldPrices };

/** @throws MissingKey, BrokenSeal */
export function openOffer(vault: Vault, row: OfferRow): Offer {
  const { selection, ...texts } = offerTexts.open(vault, row.id, row);
  return {
    ...row,
    ...texts,
    selection: JSON.parse(selection) as OfferedSelection,
    quote: row.quote as Quote,
    prices: row.prices as HeldPrices,
  };
}

export const sealOffer = (vault: Vault, id: number, { selection, note }: Omit<Opened, 'answer'>) => {
  const { answer: _, ...sealed } = offerTexts.seal(vault, id, {
    selection: JSON.stringify(selection),
    note,
    answer: null,
  });
  return sealed;
};

export const sealAnswer = (vault: Vault, id: number, answer: string | null) =>
  answer === null ? null : vault.seal(answer, { table: 'sale_offers', row: id, field: 'answer' });
