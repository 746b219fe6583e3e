import type { Cents } from '#kit/money.ts';
import type { Quote } from '#modules/pricing/quoted-prices.ts';
import type { ShownPriceKey } from '#app/routes/contract/wizard/later-payment.ts';
import { feeRows, pricedTypesOf } from './fee-rows.ts';

export type PriceChange = { readonly text: string; readonly was: Cents | null; readonly now: Cents | null };

function column(quote: Quote, typeKey: ShownPriceKey): Map<string, Cents> {
  const at = Math.max(
    0,
    pricedTypesOf(quote, typeKey).findIndex((each) => each.typeKey === typeKey),
  );
  return new Map(feeRows(quote, typeKey).map((row) => [row.text, row.amounts[at]!]));
}

/** @returns the changes in the order of the new fee table; empty if only other payment types have changed */
export function priceChanges(before: Quote, after: Quote, typeKey: ShownPriceKey): PriceChange[] {
  const old = column(before, typeKey);
  const fresh = column(after, typeKey);
  const rows = [...new Set([...fresh.keys(), ...old.keys()])];
  return rows
    .map((text) => ({ text, was: old.get(text) ?? null, now: fresh.get(text) ?? null }))
    .filter(({ was, now }) => was !== now);
}
