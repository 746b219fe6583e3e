import { m } from '#i18n/messages.js';
import type { Right } from '#kit/endpoint/right.ts';
import type { WaitingKey } from '#modules/office/today/today.contract.ts';

export const GROUPS = {
  today: m.office_group_today,
  families: m.office_group_families,
  sales: m.office_group_sales,
  money: m.office_group_money,
  aid: m.office_group_aid,
  season: m.office_group_season,
  office: m.office_group_office,
};
export type Group = keyof typeof GROUPS;

/** `right` opens the page and all pages below; entries without `right` are for all staff. */
export type MenuEntry = {
  readonly group: Group;
  readonly path: string;
  readonly label: () => string;
  readonly right?: Right;
  /** an address of pages that belong to the entry too, opened by the same right */
  readonly also?: string;
  /** work that waits on the page, by the answer of `GET /admin/today` */
  readonly count?: WaitingKey;
};

export const OVERVIEW = '/admin';
export const SECURITY = '/admin/security';
export const CLOCK = '/admin/clock';
export const REHEARSALS = '/admin/rehearsals';
export const PREVIEW = '/admin/preview';

/** Groups and entries in their order (OF0.2); an entry without a page is left out until the page exists. */
export const MENU: readonly MenuEntry[] = [
  { group: 'today', path: OVERVIEW, label: m.office_menu_overview, right: 'families' },
  {
    group: 'today',
    path: '/admin/worklist',
    label: m.office_title_worklist,
    right: 'families',
    count: 'work',
  },
  { group: 'families', path: '/admin/users/parents', label: m.office_title_parents, right: 'families' },
  { group: 'families', path: '/admin/students', label: m.list_title_students, right: 'families' },
  {
    group: 'families',
    path: '/admin/waiting',
    label: m.office_title_waiting,
    right: 'families',
  },
  { group: 'sales', path: '/admin/orders', label: m.list_title_orders, right: 'families' },
  {
    group: 'sales',
    path: '/admin/offers',
    label: m.office_title_offers,
    right: 'money_write',
    also: '/admin/sell',
  },
  {
    group: 'sales',
    path: '/admin/paper',
    label: m.office_title_paper,
    right: 'money_write',
    count: 'paper',
  },
  {
    group: 'sales',
    path: '/admin/amendments',
    label: m.office_title_amendments,
    right: 'money_write',
  },
  { group: 'money', path: '/admin/payments', label: m.list_title_payments, right: 'money' },
  { group: 'money', path: '/admin/owed', label: m.office_title_owed, right: 'money', count: 'owed' },
  { group: 'money', path: '/admin/refunds', label: m.list_title_refunds, right: 'money' },
  {
    group: 'money',
    path: '/admin/requests',
    label: m.office_title_requests,
    right: 'money_write',
    count: 'requests',
  },
  {
    group: 'money',
    path: '/admin/approvals',
    label: m.office_title_approvals,
    right: 'money_write',
    count: 'approvals',
  },
  { group: 'money', path: '/admin/money', label: m.office_title_money, right: 'money', count: 'money' },
  { group: 'money', path: '/admin/payouts', label: m.office_title_payouts, right: 'money' },
  {
    group: 'money',
    path: '/admin/reconciliation',
    label: m.office_title_reconciliation,
    right: 'money',
    count: 'differences',
  },
  { group: 'money', path: '/admin/congestion-fees', label: m.office_title_fees, right: 'money_write' },
  { group: 'aid', path: '/admin/aid', label: m.office_title_aid, right: 'money_write', count: 'claims' },
  { group: 'aid', path: '/admin/awards', label: m.office_title_awards, right: 'aid' },
  { group: 'season', path: '/admin/seasons', label: m.office_title_seasons, right: 'season', also: PREVIEW },
  {
    group: 'season',
    path: '/admin/content',
    label: m.office_title_content,
    right: 'season',
    also: '/admin/texts',
  },
  { group: 'season', path: '/admin/schools', label: m.office_title_schools, right: 'season' },
  { group: 'season', path: '/admin/changes', label: m.office_title_changes, right: 'season' },
  {
    group: 'office',
    path: '/admin/reports/season',
    label: m.office_title_reports,
    right: 'money',
    also: '/admin/reports',
  },
  {
    group: 'office',
    path: '/admin/applications',
    label: m.office_title_applications,
    right: 'hiring',
    count: 'applications',
  },
  { group: 'office', path: '/admin/mails', label: m.office_title_mails, right: 'audit', count: 'mails' },
  { group: 'office', path: '/admin/staff', label: m.office_title_staff, right: 'company' },
  { group: 'office', path: '/admin/company', label: m.office_title_company, right: 'company' },
  { group: 'office', path: '/admin/audit', label: m.office_title_audit, right: 'audit' },
  { group: 'office', path: '/admin/health', label: m.office_title_health, right: 'company' },
  {
    group: 'office',
    path: CLOCK,
    label: m.office_title_clock,
    right: 'money_write',
    also: REHEARSALS,
  },
  { group: 'office', path: SECURITY, label: m.office_title_security },
];

/** Pages that want another right than the entry above them. */
const BELOW: readonly Pick<MenuEntry, 'path' | 'right'>[] = [
  { path: '/admin/seasons/import', right: 'season_write' },
  { path: '/admin/reports/statements', right: 'money_write' },
  { path: REHEARSALS, right: 'company' },
  { path: `${REHEARSALS}/:rehearsal_id`, right: 'company' },
  { path: '/admin/students/:student_id/edit', right: 'families_write' },
  { path: '/admin/orders/:order_id/change', right: 'money_write' },
];

const isAddressOf = (path: string, pathname: string): boolean => {
  const [written, given] = [path.split('/'), pathname.split('/')];
  return (
    written.length === given.length && written.every((part, at) => part.startsWith(':') || part === given[at])
  );
};

/** The page of a record belongs to the entry of the list. */
export function entryOf(pathname: string): MenuEntry | undefined {
  const isBelow = (path: string) => path !== OVERVIEW && pathname.startsWith(`${path}/`);
  const isOf = (path: string | undefined) => path !== undefined && (pathname === path || isBelow(path));
  return MENU.find(({ path, also }) => isOf(path) || isOf(also));
}

/** The right that opens a page. */
export function rightOf(pathname: string): Right | undefined {
  return (BELOW.find(({ path }) => isAddressOf(path, pathname)) ?? entryOf(pathname))?.right;
}
