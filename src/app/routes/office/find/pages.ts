import { m } from '#i18n/messages.js';
import { paymentList } from '#modules/office/lists/payment-list.ts';
import { alike } from '#modules/office/lookup/likeness.ts';
import { HITS_OF_GROUP } from '#modules/office/lookup/lookup.contract.ts';
import type { Right } from '#kit/endpoint/right.ts';
import { GROUPS, MENU, type Group } from '#app/routes/office/menu.ts';

/** A page of the menu, or an act with the page where staff do the act (OF2.2). */
export type FoundPage = {
  readonly group: Group;
  readonly path: string;
  readonly label: () => string;
  readonly right?: Right;
};

const unpaid = paymentList.views.find(({ key }) => key === 'unpaid')?.query;

const ACTS: readonly FoundPage[] = [
  { group: 'sales', path: '/admin/sell', label: m.find_act_sell, right: 'money_write' },
  {
    group: 'money',
    path: `/admin/payments?${new URLSearchParams(unpaid)}`,
    label: m.find_act_export_unpaid,
    right: 'money',
  },
  { group: 'season', path: '/admin/seasons', label: m.office_title_roll_over, right: 'season_write' },
  {
    group: 'season',
    path: '/admin/seasons?object=period:new',
    label: m.find_act_new_season,
    right: 'season_write',
  },
  {
    group: 'season',
    path: '/admin/schools?object=program_group:new',
    label: m.find_act_new_school,
    right: 'season_write',
  },
  { group: 'season', path: '/admin/seasons/import', label: m.find_act_import, right: 'season_write' },
];

export const PAGES: readonly FoundPage[] = [...MENU, ...ACTS];

/** The pages and acts with the typed words in the name; a whole name is exact. */
export const findPages = (typed: string, allowed: readonly FoundPage[]) =>
  alike(typed, allowed, ({ label }) => [label()])
    .slice(0, HITS_OF_GROUP)
    .map(({ thing: { path, label, group }, likeness }) => ({
      path,
      title: label(),
      detail: GROUPS[group](),
      is_exact: likeness === 'exact',
    }));
