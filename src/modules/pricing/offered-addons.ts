import { refuseField } from '#kit/refusal.ts';
import type { PricedAddon } from './price-list.ts';
import { pricingRefusals } from './pricing.refusals.ts';

/**
 * Filters the add-ons on offer; parents see no staff add-ons.
 * Source: T7, contracts.md §4
 */
export function offeredAddons<A extends Pick<PricedAddon, 'is_admin_only'>>(
  addons: readonly A[],
  isStaff: boolean,
): A[] {
  return addons.filter((addon) => isStaff || !addon.is_admin_only);
}

/**
 * Returns the chosen add-ons in order of ids, so the order of clicks changes no quote.
 * @throws addon_not_offered for an unknown or staff add-on, or a repeated id
 * Source: O1
 */
export function getOfferedAddons<A extends PricedAddon>(
  addons: readonly A[],
  ids: readonly number[],
  isStaff: boolean,
): A[] {
  const chosen = offeredAddons(addons, isStaff).filter((addon) => ids.includes(addon.id));
  // An unknown id matches nothing, and a repeated id matches a single add-on: in both cases, fewer add-ons
  // than ids.
  if (chosen.length !== ids.length)
    throw refuseField(pricingRefusals.addon_not_offered, 'contract.addon_ids');
  return chosen.sort((a, b) => a.id - b.id);
}
