import { priceSettingsShape, type CardFee, type PriceSettings } from '#modules/catalog/catalog.contract.ts';
import type { RouteForSale, SurchargeForSale } from '#modules/catalog/routes/route-for-sale.ts';
import type { Tariff } from './price-list.ts';
import type { PriceKey, Quote } from './pricing.contract.ts';

/** The price as it was signed: every line, and the rates that a later charge may not exceed (C4, S2). */
export type PriceSnapshot = {
  quote: Quote;
  paid_by: PriceKey;
  signed_surcharges: SurchargeForSale[];
  /** what credit cards could be charged of them; left out of what was signed before there was a limit */
  card_fee?: CardFee;
  settings: PriceSettings;
};

export function takePriceSnapshot(
  quote: Quote,
  paidBy: PriceKey,
  { sale: { surcharges, company }, card_fee }: { sale: RouteForSale; card_fee: CardFee },
): PriceSnapshot {
  return {
    quote,
    paid_by: paidBy,
    signed_surcharges: surcharges,
    card_fee,
    settings: priceSettingsShape.parse(company),
  };
}

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
