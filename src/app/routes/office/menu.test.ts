import { describe, expect, it } from 'vitest';
import { waitingShape, type WaitingKey } from '#modules/office/today/today.contract.ts';
import { pages } from '#app/site-map.ts';
import { entryOf, GROUPS, MENU, rightOf, type Group } from './menu.ts';

const office = pages.filter(({ path }) => path === '/admin' || path.startsWith('/admin/'));

const NAMES: Record<Group, readonly string[]> = {
  today: ['Overview', 'Worklist'],
  families: ['Families', 'Students', 'Waiting list'],
  sales: ['Orders', 'Offers', 'Paper desk', 'Amendments'],
  money: [
    'Payments',
    'Owed',
    'Refunds',
    'Requests',
    'Approvals',
    'Money matters',
    'Payouts',
    'Reconciliation',
    'Congestion fees',
  ],
  aid: ['Claims', 'Awards'],
  season: ['Seasons', 'Texts', 'Schools', 'Changes'],
  office: [
    'Reports',
    'Applications',
    'Mails',
    'Staff',
    'Company',
    'Audit log',
    'Health',
    'Clock and rehearsal',
    'My security',
  ],
};

describe('the menu of the office', () => {
  it('has each page of the site map, or the list above the page', () => {
    expect(office.length).toBeGreaterThan(15);
    expect(office.filter(({ path }) => !entryOf(path)).map(({ path }) => path)).toEqual([]);
  });

  /** @shows OF0.2 */
  it('leads to pages of the site map alone', () => {
    const known = office.map(({ path }) => path);
    expect(MENU.filter(({ path }) => !known.includes(path))).toEqual([]);
  });

  /** @shows OF0.10 */
  it('keeps the addresses of before', () => {
    const known = pages.map(({ path }) => path);
    for (const path of [
      '/admin/users/parents',
      '/admin/users/parents/:parent_id',
      '/admin/requests',
      '/dashboard/orders/:order_id',
      '/dashboard/orders/:order_id/payments/:payment_id/edit',
    ])
      expect(known).toContain(path);
  });

  it('opens a page below a list by the right of the list, and no neighbor of the overview', () => {
    expect(entryOf('/admin/users/parents/7')?.right).toBe('families');
    expect(entryOf('/admin/owed')?.right).toBe('money');
    expect(entryOf('/admin/owed-elsewhere')).toBeUndefined();
  });

  /** @shows SE10.2 */
  it('opens the import of a season by its own right', () => {
    expect(rightOf('/admin/seasons/import')).toBe('season_write');
    expect(rightOf('/admin/changes/7')).toBe('season');
  });

  it('opens the change of a contract to those who may change, the list of orders to more', () => {
    expect(rightOf('/admin/orders/7/change')).toBe('money_write');
    expect(rightOf('/admin/orders')).toBe('families');
  });

  /** @shows OF0.2 */
  it('has seven groups, and in each the entries in their order under their names', () => {
    expect(Object.values(GROUPS).map((name) => name())).toEqual([
      'Today',
      'Families',
      'Sales',
      'Money',
      'Aid',
      'Season',
      'Office',
    ]);
    const groups = Object.keys(GROUPS) as Group[];
    const wanted = groups.flatMap((group) => NAMES[group].map((name) => `${group}: ${name}`));
    const shown = MENU.map(({ group, label }) => `${group}: ${label()}`);
    expect(shown).toEqual(wanted.filter((name) => shown.includes(name)));
  });

  /** @shows OF0.4 */
  it('counts the work of each kind at one entry, for staff who may open the entry', () => {
    const counted = MENU.flatMap(({ count, right }) => (count ? [[count, right]] : []));
    const kinds = Object.keys(waitingShape.shape) as WaitingKey[];
    const byRight = kinds.map((kind) => [kind, waitingShape.shape[kind].meta()?.['x-right']]);
    expect(counted.toSorted()).toEqual(byRight.toSorted());
  });
});
