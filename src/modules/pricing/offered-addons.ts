import { refuseField } from '#kit/refusal.ts';
import type { PricedAddon } from './price-list.ts';
import { pricingRefusals } from './pricing.refusals.ts';

/** Source: T7, contracts.md §4 */
export function offeredAddons<A extends Pick<PricedAddon, 'is_admin_only'>>(
  addons: readonly A[],
  isStaff: boolean,
): A[] {
  return addons.filter((addon) => isStaff || !addon.is_admin_only);
}

/**
 * In order of ids, so the order of clicks changes no quote (O1).
 * @throws addon_not_offered for an unknown or staff add-on, or a repeated id
 */
export function getOfferedAddons<A extends PricedAddon>(
  addons: readonly A[],
  ids: readonly number[],
  isStaff: boolean,
): A[] {
  const chosen = offeredAddons(addons, isStaff).filter((addon) => ids.includes(addon.id));
  // An unknown or repeated id gives fewer add-ons than ids.
  if (chosen.length !== ids.length)
    throw refuseField(pricingRefusals.addon_not_offered, 'contract.addon_ids');
  return chosen.sort((a, b) => a.id - b.id);
}
