import { priceSettingsShape, type PriceSettings } from '#modules/catalog/catalog.contract.ts';
import type { RouteForSale, SurchargeForSale } from '#modules/catalog/routes/route-for-sale.ts';
import type { PriceKey, Quote } from './pricing.contract.ts';

/** The price as it was signed: every line, and the rates that a later charge may not exceed (C4, S2). */
export type PriceSnapshot = {
  quote: Quote;
  paid_by: PriceKey;
  signed_surcharges: SurchargeForSale[];
  settings: PriceSettings;
};

export function takePriceSnapshot(
  quote: Quote,
  paidBy: PriceKey,
  { surcharges, company }: RouteForSale,
): PriceSnapshot {
  return {
    quote,
    paid_by: paidBy,
    signed_surcharges: surcharges,
    settings: priceSettingsShape.parse(company),
  };
}

/** Gives a stored snapshot its type; only `takePriceSnapshot` writes one. */
export function readPriceSnapshot(stored: unknown): PriceSnapshot {
  return stored as PriceSnapshot;
}

/** The surcharges that a stored snapshot signed; none where it has no list of them (S2). */
export function signedSurcharges(stored: unknown): SurchargeForSale[] {
  return (stored as Partial<PriceSnapshot>).signed_surcharges ?? [];
}
