import { refuseField } from '#kit/refusal.ts';
import type { PricedAddon } from './price-list.ts';
import { pricingRefusals } from './pricing.refusals.ts';

/**
 * The add-ons of a route that may be chosen; those for staff alone are hidden from parents.
 * Source: T7, contracts.md §4
 */
export function offeredAddons<A extends Pick<PricedAddon, 'is_admin_only'>>(
  addons: readonly A[],
  isStaff: boolean,
): A[] {
  return addons.filter((addon) => isStaff || !addon.is_admin_only);
}

/**
 * The chosen add-ons in the order of their ids, so that the order of clicking changes no quote.
 * @throws addon_not_offered  a foreign or staff's add-on, or one chosen twice
 * Source: O1
 */
export function getOfferedAddons<A extends PricedAddon>(
  addons: readonly A[],
  ids: readonly number[],
  isStaff: boolean,
): A[] {
  const chosen = offeredAddons(addons, isStaff).filter((addon) => ids.includes(addon.id));
  // A foreign id finds nothing and a repeated one finds a single add-on: either way fewer come back than were
  // asked for.
  if (chosen.length !== ids.length)
    throw refuseField(pricingRefusals.addon_not_offered, 'contract.addon_ids');
  return chosen.sort((a, b) => a.id - b.id);
}
