import type { DiscountForSale } from '#modules/catalogue/route-for-sale.ts';
import { refuseField } from '#kit/refusal.ts';
import { siblingRuleOf } from '#modules/pricing/sibling-discount.ts';
import { asIssued } from './contract-number.ts';
import { orderRefusals } from './orders.refusals.ts';

/**
 * The discount of the chosen route, with the number typed for it; `is_sibling` must still be verified (B2).
 */
export type ChosenDiscount = { id: number; contract_number: string; is_sibling: boolean };

type Entry = { id: number; contract_number: string };

/**
 * Which discount of the route a body asks for. The number may have been checked against another
 * route's discount: the chosen route decides, and one without a sibling discount drops the number.
 * @throws selection_invalid  for more than one entry, or from a parent for one that is staff's alone
 * Source: B4, B7
 */
export function chosenDiscount(
  entries: readonly Entry[],
  discounts: readonly DiscountForSale[],
  isStaff: boolean,
): ChosenDiscount | null {
  const [entry, ...more] = entries;
  if (!entry) return null;
  const named = discounts.find(({ id }) => id === entry.id);
  const isStaffsAlone = named !== undefined && !named.is_sibling_discount;
  if (more.length > 0 || (isStaffsAlone && !isStaff)) {
    throw refuseField(orderRefusals.selection_invalid, 'contract.route_discounts');
  }
  const rule = named ?? siblingRuleOf(discounts);
  return rule
    ? { id: rule.id, contract_number: asIssued(entry.contract_number), is_sibling: rule.is_sibling_discount }
    : null;
}
