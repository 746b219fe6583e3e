import { min, type Cents } from '#kit/money.ts';
import { flatOrPercent } from './flat-or-percent.ts';
import type { DiscountRule, Selection } from './price-list.ts';
import { pricingRefusals, refuseField } from './pricing.refusals.ts';

/**
 * What a second child pays less: the rule's flat amount or its share of the amount due today, never more
 * than that amount.
 * Source: P, B1
 */
export function siblingDiscount(subtotal: Cents, rule: DiscountRule): Cents {
  return min(subtotal, flatOrPercent(rule, subtotal));
}

/** The sibling discount of a route; the oldest record where it has several (B4: one an order). */
export function siblingRuleOf<D extends DiscountRule>(discounts: readonly D[]): D | undefined {
  return discounts.filter((rule) => rule.is_sibling_discount).sort((a, b) => a.id - b.id)[0];
}

/**
 * The discount that a selection earns on its route. The number may have been checked against another
 * route's discount: the chosen route decides, and one without a sibling discount drops the number (B7).
 * With aid it is ignored without an error (B6).
 * @throws discount_not_offered  a parent chose an entry that is staff's alone (B4)
 */
export function findDiscount(discounts: readonly DiscountRule[], selection: Selection): DiscountRule | undefined {
  if (selection.discountId === null || selection.aid !== null) return undefined;
  const named = discounts.find((rule) => rule.id === selection.discountId);
  if (named && !named.is_sibling_discount && !selection.isStaff) {
    throw refuseField(pricingRefusals.discount_not_offered, 'contract.route_discounts');
  }
  return named ?? siblingRuleOf(discounts);
}
