import { sum, subtract, ZERO, type Cents } from '#kit/money.ts';
import { flatOrPercent, type FlatOrPercent } from '#modules/catalog/flat-or-percent.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';

export type PricedRoute = {
  payment_terms: readonly { deposit: Cents; amount: Cents }[];
  addons: readonly { amount: Cents }[];
  discounts: readonly (FlatOrPercent & { text: string })[];
};

/** A term with a payment that no processor charges: which one, and the discount that leaves so little. */
export type TooSmallTerm = { at: number; field: 'deposit' | 'amount'; left: Cents; discount?: string };

const isTooSmall = (amount: Cents) => amount > 0 && amount < SMALLEST_CHARGE;

/**
 * The terms of a route that can come to less than the smallest charge: by themselves, or by a discount of the
 * deposit with any of the add-ons.
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

/** What a discount leaves of the deposit with each choice of add-ons; sums that stay large are left out. */
function whatIsLeft([deposit, ...addons]: Cents[], discount: FlatOrPercent): Cents[] {
  const after = (due: Cents) => subtract(due, flatOrPercent(discount, due));
  const isSmall = (due: Cents) => after(due) < SMALLEST_CHARGE;
  const dues = new Set([deposit ?? ZERO].filter(isSmall));
  for (const addon of addons)
    for (const due of [...dues].map((known) => sum([known, addon]))) if (isSmall(due)) dues.add(due);
  return [...dues].map(after);
}
