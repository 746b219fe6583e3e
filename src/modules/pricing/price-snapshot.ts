import type { CardFee, PriceSettings } from '#modules/catalog/catalog.contract.ts';
import { priceSettingsShape } from '#modules/catalog/catalog.shapes.ts';
import type { RouteForSale, SurchargeForSale } from '#modules/catalog/routes/route-for-sale.ts';
import type { Tariff } from './price-list.ts';
import { priceIn, type LaterCharge, type PriceKey, type Quote, type TypeQuote } from './quoted-prices.ts';
import { invariant } from '#kit/invariant.ts';
import { sum } from '#kit/money.ts';

export type LaterPrice = LaterCharge & {
  by: 'checkout' | number | null;
  price_key: PriceKey | null;
};

/** `method`: `Visa ****4242`. */
export type SignedLater = LaterPrice & { method: string | null };

/** Has the highest rates of a later charge (C4, S2). */
export type PriceSnapshot = {
  quote: Quote;
  paid_by: PriceKey;
  signed_surcharges: SurchargeForSale[];
  /** the limit for credit cards; absent in snapshots signed before the limit existed */
  card_fee?: CardFee;
  settings: PriceSettings;
  /** absent in older snapshots */
  later?: readonly SignedLater[];
  /** the order keeps the checkout method for later payments (decision 50) */
  is_left?: boolean;
};

export function takePriceSnapshot(
  quote: Quote,
  paidBy: PriceKey,
  {
    sale: { surcharges, company },
    card_fee,
    ...payers
  }: { sale: RouteForSale; card_fee: CardFee } & Pick<PriceSnapshot, 'later' | 'is_left'>,
): PriceSnapshot {
  return {
    quote,
    paid_by: paidBy,
    signed_surcharges: surcharges,
    card_fee,
    settings: priceSettingsShape.parse(company),
    ...payers,
  };
}

export const withLater = <L extends LaterCharge>(priced: TypeQuote, later: readonly L[]) => ({
  ...priced,
  later: [...later],
  year_total_cents: sum([
    priced.due_today_cents,
    ...later.flatMap(({ amount_cents, surcharge_cents }) => [amount_cents, surcharge_cents]),
  ]),
});

/** Only `takePriceSnapshot` writes snapshots. */
export function readPriceSnapshot(stored: unknown): PriceSnapshot {
  return stored as PriceSnapshot;
}

/**
 * A snapshot without a list has no surcharges (S2).
 * @param today  the present limit for credit cards, for a snapshot without a limit
 */
export function signedTariff(stored: unknown, today: CardFee): Tariff {
  const { signed_surcharges, card_fee } = stored as Partial<PriceSnapshot>;
  return { surcharges: signed_surcharges ?? [], card_fee: card_fee ?? today };
}

/** Each later payment carries the fee of the paying method, possibly another method than today's (MP1). */
export function pricedAsSigned({ quote, paid_by, later }: PriceSnapshot) {
  const priced = priceIn(quote, paid_by);
  invariant(priced, `the quote has no price by ${paid_by}`);
  // Older snapshots priced the later payments by today's method.
  const before = priced.later.map((charge) => ({ ...charge, by: null, price_key: null, method: null }));
  return withLater<SignedLater>(priced, later ?? before);
}
