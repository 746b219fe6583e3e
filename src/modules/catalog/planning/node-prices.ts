import { centsFromDollars, toDollars } from '#kit/money.ts';
import { changedPrice, type PriceRule } from './price-rule.ts';
import type { SeasonNode } from './season-node.ts';

/** The prices that a rule changes: those of terms and add-ons always, flat amounts by choice. */
export const PRICE_TYPES = ['full', 'scheduled', 'addon', 'discount', 'surcharge'] as const;
export type PriceType = (typeof PRICE_TYPES)[number];

/** The fields with amounts, by kind. */
const PRICED: Readonly<Record<string, readonly string[]>> = {
  payment_term: ['deposit', 'amount'],
  addon: ['amount'],
  discount: ['amount_flat'],
  surcharge: ['amount_flat'],
};

export const pricedFields = (kind: SeasonNode['kind']): readonly string[] => PRICED[kind] ?? [];

/** @returns undefined for an object without a price */
export function priceTypeOf({ kind, fields }: Pick<SeasonNode, 'kind' | 'fields'>): PriceType | undefined {
  if (kind === 'payment_term')
    return fields.payment_term_type === 'paymentTermTypeFull' ? 'full' : 'scheduled';
  return PRICED[kind] ? (kind as PriceType) : undefined;
}

/** @param old dollars */
export const dollarsAfter = (old: number, rule: PriceRule): number =>
  toDollars(changedPrice(centsFromDollars(old), rule));
