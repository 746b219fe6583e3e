import { min, type Cents } from '#kit/money.ts';
import { flatOrPercent } from '#modules/catalog/flat-or-percent.ts';
import type { DiscountRule, Selection } from './price-list.ts';

/** Never more than today's amount (P, B1). */
export function siblingDiscount(subtotal: Cents, rule: DiscountRule): Cents {
  return min(subtotal, flatOrPercent(rule, subtotal));
}

/** Only staff give the other discounts (B4). */
export const isForSiblings = (rule: DiscountRule): boolean => rule.is_sibling_discount;

/**
 * The contract number may have been checked against another discount (B7). With several discounts, the oldest
 * counts (B4: one per order).
 */
export function siblingRuleOf<D extends DiscountRule>(discounts: readonly D[]): D | undefined {
  return discounts.filter(isForSiblings).sort((a, b) => a.id - b.id)[0];
}

/** Aid silently excludes a discount (B6). */
export function findDiscount(
  discounts: readonly DiscountRule[],
  { discountId, aid }: Selection,
): DiscountRule | undefined {
  return aid === null ? discounts.find((rule) => rule.id === discountId) : undefined;
}
