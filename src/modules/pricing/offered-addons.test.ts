import { describe, expect, it } from 'vitest';
import { anAddon } from '#tests/support/billing/prices.ts';
import { refusalOf } from '#tests/support/forms/refusal.ts';
import { getOfferedAddons, offeredAddons } from './offered-addons.ts';

const lateBus = anAddon({ id: 2 });
const locker = anAddon({ id: 1, text: 'Locker' });
const staffs = anAddon({ id: 3, text: 'Field trip', is_admin_only: true });
const addons = [lateBus, locker, staffs];

describe('add-ons', () => {
  /** @shows B-191 B-269 */
  it('for staff alone are hidden from parents', () => {
    expect(offeredAddons(addons, false)).toEqual([lateBus, locker]);
    expect(offeredAddons(addons, true)).toEqual(addons);
  });

  it('are listed alike in whatever order they were clicked', () => {
    expect(getOfferedAddons(addons, [2, 1], false)).toEqual([locker, lateBus]);
    expect(getOfferedAddons(addons, [1, 2], false)).toEqual([locker, lateBus]);
    expect(getOfferedAddons(addons, [], false)).toEqual([]);
    expect(getOfferedAddons(addons, [3], true)).toEqual([staffs]);
  });

  it.each([
    ['of another route', [99]],
    ['for staff alone', [3]],
    ['chosen twice', [1, 1]],
  ])('%s are refused under their field', (_case, ids) => {
    const refused = refusalOf(() => getOfferedAddons(addons, ids, false));
    expect(refused.kind.code).toBe('addon_not_offered');
    expect(Object.keys(refused.extras.field_errors ?? {})).toEqual(['contract.addon_ids']);
  });
});
