import { sum, subtract, ZERO, type Cents } from '#kit/money.ts';
import { flatOrPercent, type FlatOrPercent } from '#modules/catalog/flat-or-percent.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';

export type PricedRoute = {
  payment_terms: readonly { deposit: Cents; amount: Cents }[];
  addons: readonly { amount: Cents }[];
  discounts: readonly (FlatOrPercent & { text: string })[];
};

export type TooSmallTerm = { at: number; field: 'deposit' | 'amount'; left: Cents; discount?: string };

const isTooSmall = (amount: Cents) => amount > 0 && amount < SMALLEST_CHARGE;

/**
 * Finds terms with a payment below the smallest charge: the term's own, or the deposit with any add-ons after
 * a discount.
 * Source: MC1, P1
 */
export function tooSmallTerms({ payment_terms, addons, discounts }: PricedRoute): TooSmallTerm[] {
  return payment_terms.flatMap(({ deposit, amount }, at): TooSmallTerm[] => {
    if (isTooSmall(deposit)) return [{ at, field: 'deposit', left: deposit }];
    if (isTooSmall(amount)) return [{ at, field: 'amount', left: amount }];
    for (const discount of discounts) {
      const left = whatIsLeft([deposit, ...addons.map((addon) => addon.amount)], discount).find(isTooSmall);
      if (left) return [{ at, field: 'deposit', left, discount: discount.text }];
    }
    return [];
  });
}

/** Computes the discounted deposit for each choice of add-ons; larger sums are pruned. */
function whatIsLeft([deposit, ...addons]: Cents[], discount: FlatOrPercent): Cents[] {
  const after = (due: Cents) => subtract(due, flatOrPercent(discount, due));
  const isSmall = (due: Cents) => after(due) < SMALLEST_CHARGE;
  const dues = new Set([deposit ?? ZERO].filter(isSmall));
  for (const addon of addons)
    for (const due of [...dues].map((known) => sum([known, addon]))) if (isSmall(due)) dues.add(due);
  return [...dues].map(after);
}
