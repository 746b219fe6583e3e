import { m } from '#i18n/messages.js';
import type { Right } from '#kit/endpoint/right.ts';

/** `right` opens the page and all pages below; entries without `right` are for all staff. */
export type MenuEntry = { readonly path: string; readonly label: () => string; readonly right?: Right };

export const OVERVIEW = '/admin';
export const SECURITY = '/admin/security';
export const CLOCK = '/admin/clock';

export const MENU: readonly MenuEntry[] = [
  { path: OVERVIEW, label: m.office_menu_overview, right: 'families' },
  { path: '/admin/users/parents', label: m.office_title_parents, right: 'families' },
  { path: '/admin/requests', label: m.office_title_requests, right: 'money_write' },
  { path: '/admin/applications', label: m.office_title_applications, right: 'hiring' },
  { path: '/admin/aid', label: m.office_title_aid, right: 'money_write' },
  { path: '/admin/approvals', label: m.office_title_approvals, right: 'money_write' },
  { path: '/admin/owed', label: m.office_title_owed, right: 'money' },
  { path: '/admin/money', label: m.office_title_money, right: 'money' },
  { path: '/admin/payouts', label: m.office_title_payouts, right: 'money' },
  { path: '/admin/reconciliation', label: m.office_title_reconciliation, right: 'money' },
  { path: '/admin/content', label: m.office_title_content, right: 'season' },
  { path: '/admin/audit', label: m.office_title_audit, right: 'audit' },
  { path: '/admin/mails', label: m.office_title_mails, right: 'audit' },
  { path: '/admin/congestion-fees', label: m.office_title_fees, right: 'money_write' },
  { path: CLOCK, label: m.office_title_clock, right: 'money_write' },
  { path: SECURITY, label: m.account_security_title },
  { path: '/admin/staff', label: m.office_title_staff, right: 'company' },
  { path: '/admin/health', label: m.office_title_health, right: 'company' },
];

/** The page of a record belongs to the entry of the list. */
export function entryOf(pathname: string): MenuEntry | undefined {
  return MENU.find(({ path }) => pathname === path || (path !== OVERVIEW && pathname.startsWith(`${path}/`)));
}
