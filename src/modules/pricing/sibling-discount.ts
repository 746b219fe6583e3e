import { min, type Cents } from '#kit/money.ts';
import { flatOrPercent } from '#modules/catalog/flat-or-percent.ts';
import type { DiscountRule, Selection } from './price-list.ts';

/**
 * What a second child pays less: the rule's flat amount or its share of the amount due today, never more
 * than that amount (P, B1).
 */
export function siblingDiscount(subtotal: Cents, rule: DiscountRule): Cents {
  return min(subtotal, flatOrPercent(rule, subtotal));
}

/** Whether a parent may ask for a discount; staff alone use the others (B4). */
export const isForSiblings = (rule: DiscountRule): boolean => rule.is_sibling_discount;

/**
 * The sibling discount of a route, which decides over the one that a contract number was checked against
 * (B7); the oldest record where it has several (B4: one an order).
 */
export function siblingRuleOf<D extends DiscountRule>(discounts: readonly D[]): D | undefined {
  return discounts.filter(isForSiblings).sort((a, b) => a.id - b.id)[0];
}

/**
 * The discount that a selection earns on its route; none where the route has no such discount. With aid it
 * is ignored without an error (B6).
 */
export function findDiscount(
  discounts: readonly DiscountRule[],
  { discountId, aid }: Selection,
): DiscountRule | undefined {
  return aid === null ? discounts.find((rule) => rule.id === discountId) : undefined;
}
