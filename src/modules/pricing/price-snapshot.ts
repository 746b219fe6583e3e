import { priceSettingsShape, type CardFee, type PriceSettings } from '#modules/catalog/catalog.contract.ts';
import type { RouteForSale, SurchargeForSale } from '#modules/catalog/routes/route-for-sale.ts';
import type { Tariff } from './price-list.ts';
import { priceIn, type LaterCharge, type PriceKey, type Quote, type TypeQuote } from './pricing.contract.ts';
import { invariant } from '#kit/invariant.ts';
import { sum } from '#kit/money.ts';

/** A later payment with the method that is charged for it, and its fee (MP1). */
export type LaterPrice = LaterCharge & {
  /** the method of the checkout, another saved one by its id, or none */
  by: 'checkout' | number | null;
  price_key: PriceKey | null;
};

/** The same as it was signed, with the words that name the method: `Visa ****4242`. */
export type SignedLater = LaterPrice & { method: string | null };

/** The price as it was signed: every line, and the rates that a later charge may not exceed (C4, S2). */
export type PriceSnapshot = {
  quote: Quote;
  paid_by: PriceKey;
  signed_surcharges: SurchargeForSale[];
  /** what credit cards could be charged of them; left out of what was signed before there was a limit */
  card_fee?: CardFee;
  settings: PriceSettings;
  /** who pays the later payments; left out of what was signed before it was said */
  later?: readonly SignedLater[];
  /** the method of the checkout stays the order's own for what is due later (decision 50) */
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

/** A price whose later payments carry the fees of the methods that pay them. */
export const withLater = <L extends LaterCharge>(priced: TypeQuote, later: readonly L[]) => ({
  ...priced,
  later: [...later],
  year_total_cents: sum([
    priced.due_today_cents,
    ...later.flatMap(({ amount_cents, surcharge_cents }) => [amount_cents, surcharge_cents]),
  ]),
});

/** Gives a stored snapshot its type; only `takePriceSnapshot` writes one. */
export function readPriceSnapshot(stored: unknown): PriceSnapshot {
  return stored as PriceSnapshot;
}

/**
 * The surcharges that a stored snapshot signed; none where it has no list of them (S2).
 * @param today  what credit cards may be charged now, for a snapshot that says nothing of it
 */
export function signedTariff(stored: unknown, today: CardFee): Tariff {
  const { signed_surcharges, card_fee } = stored as Partial<PriceSnapshot>;
  return { surcharges: signed_surcharges ?? [], card_fee: card_fee ?? today };
}

/**
 * The figures that an order has signed: each later payment carries the fee of the method that pays it, which
 * may be another one than today's (MP1).
 */
export function pricedAsSigned({ quote, paid_by, later }: PriceSnapshot) {
  const priced = priceIn(quote, paid_by);
  invariant(priced, `the quote has no price by ${paid_by}`);
  // What was signed before said of the later payments what today's method would pay.
  const before = priced.later.map((charge) => ({ ...charge, by: null, price_key: null, method: null }));
  return withLater<SignedLater>(priced, later ?? before);
}
