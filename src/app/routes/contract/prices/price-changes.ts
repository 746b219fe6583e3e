import type { Cents } from '#kit/money.ts';
import type { Quote } from '#modules/pricing/pricing.contract.ts';
import { feeRows, waysOf } from './fee-rows.ts';

/** A row of the fee table that is not what it was; null where it was not there, or is there no more. */
export type PriceChange = { readonly text: string; readonly was: Cents | null; readonly now: Cents | null };

function column(quote: Quote, way: string): Map<string, Cents> {
  const at = Math.max(
    0,
    waysOf(quote).findIndex((each) => each.way === way),
  );
  return new Map(feeRows(quote).map((row) => [row.text, row.amounts[at]!]));
}

/**
 * What a renewed quote changes for the chosen way of paying, in the order of the new fee table.
 * @returns empty when only the other way of paying has changed
 */
export function priceChanges(before: Quote, after: Quote, way: string): PriceChange[] {
  const old = column(before, way);
  const fresh = column(after, way);
  const rows = [...new Set([...fresh.keys(), ...old.keys()])];
  return rows
    .map((text) => ({ text, was: old.get(text) ?? null, now: fresh.get(text) ?? null }))
    .filter(({ was, now }) => was !== now);
}
