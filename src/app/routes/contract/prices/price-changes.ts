import type { Cents } from '#kit/money.ts';
import type { Quote } from '#modules/pricing/quoted-prices.ts';
import type { ShownPriceKey } from '#app/routes/contract/wizard/later-payment.ts';
import { feeRows, pricedTypesOf } from './fee-rows.ts';

/** A row of the fee table that is not what it was; null where it was not there, or is there no more. */
export type PriceChange = { readonly text: string; readonly was: Cents | null; readonly now: Cents | null };

function column(quote: Quote, typeKey: ShownPriceKey): Map<string, Cents> {
  const at = Math.max(
    0,
    pricedTypesOf(quote, typeKey).findIndex((each) => each.typeKey === typeKey),
  );
  return new Map(feeRows(quote, typeKey).map((row) => [row.text, row.amounts[at]!]));
}

/**
 * What a renewed quote changes for the chosen way of paying, in the order of the new fee table.
 * @returns empty when only the other way of paying has changed
 */
export function priceChanges(before: Quote, after: Quote, typeKey: ShownPriceKey): PriceChange[] {
  const old = column(before, typeKey);
  const fresh = column(after, typeKey);
  const rows = [...new Set([...fresh.keys(), ...old.keys()])];
  return rows
    .map((text) => ({ text, was: old.get(text) ?? null, now: fresh.get(text) ?? null }))
    .filter(({ was, now }) => was !== now);
}
