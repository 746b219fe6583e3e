import type { AuditRow } from './audit.contract.ts';

type Page = NonNullable<AuditRow['page']>;

const PAGES: Readonly<Record<Page['kind'], (of: { id: number; object: string | null }) => string>> = {
  parent: ({ id }) => `/admin/users/parents/${id}`,
  student: ({ id }) => `/admin/students/${id}`,
  staff: () => '/admin/staff',
  order: ({ id }) => `/admin/orders/${id}`,
  application: ({ id }) => `/admin/applications/${id}`,
  season: ({ id, object }) => `/admin/seasons/${id}${object ? `?object=${object}` : ''}`,
  school: ({ id, object }) => `/admin/schools/${id}${object ? `?object=${object}` : ''}`,
  company: () => '/admin/company',
  content: () => '/admin/content',
};

const MONEY_MATTERS = '/admin/money';

/** Pages of subjects that have no page of their own, and of those that are gone. */
const LISTS: Readonly<Record<string, string>> = {
  aid_budget: '/admin/awards',
  amendment: '/admin/amendments',
  application: '/admin/applications',
  audit: '/admin/health',
  award: '/admin/awards',
  backup: '/admin/health',
  charge_attempt: MONEY_MATTERS,
  clock: '/admin/clock',
  collection_stop: MONEY_MATTERS,
  congestion_fee: '/admin/congestion-fees',
  debits: MONEY_MATTERS,
  difference: '/admin/reconciliation',
  dispute: MONEY_MATTERS,
  job: '/admin/health',
  ledger_account: '/admin/reports/ledger',
  ledger_month: '/admin/reports/ledger',
  mail: '/admin/mails',
  order: '/admin/orders',
  payment: '/admin/payments',
  period: '/admin/seasons',
  processor: '/admin/health',
  refund: '/admin/refunds',
  rehearsal: '/admin/rehearsals',
  same_child: '/admin/orders',
  scan: '/admin/paper',
  season_import: '/admin/seasons/import',
  statements: '/admin/reports/statements',
  student: '/admin/students',
  upload: '/admin/seasons',
  user: '/admin/users/parents',
  vault: '/admin/health',
  work: '/admin/worklist',
};

/** The pages of what was read or taken along as a file, by the name of the list or the report. */
const READ: Readonly<Record<string, string>> = {
  listAidClaims: '/admin/aid',
  listAmendments: '/admin/amendments',
  listApplications: '/admin/applications',
  listAudit: '/admin/audit',
  listAwards: '/admin/awards',
  listCatalogChanges: '/admin/changes',
  listJournal: '/admin/reports/ledger/journal',
  listMails: '/admin/mails',
  listMatters: MONEY_MATTERS,
  listOffers: '/admin/offers',
  listOrderRows: '/admin/orders',
  listOwed: '/admin/owed',
  listPapers: '/admin/paper',
  listParents: '/admin/users/parents',
  listPaymentRows: '/admin/payments',
  listPayoutLines: '/admin/payouts',
  listPayouts: '/admin/payouts',
  listRefundRows: '/admin/refunds',
  listRequests: '/admin/requests',
  listSecondPersonRequests: '/admin/approvals',
  listStaff: '/admin/staff',
  listStudentRows: '/admin/students',
  listWaitingActs: '/admin/waiting',
  listWaitingChildren: '/admin/waiting',
  listWork: '/admin/worklist',
  events: MONEY_MATTERS,
  'ledger-report': '/admin/reports/ledger',
  'month-report': '/admin/reports/ledger',
  'season-report': '/admin/reports/season',
};

const own = (pages: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(pages, key) ? pages[key] : undefined;

/** What only the processor knows is a matter of money; of an object that is gone, its changes are left. */
const byAction = (action: string): string | undefined => {
  if (/^(billing|money)\./.test(action)) return MONEY_MATTERS;
  return action.startsWith('catalog.') ? '/admin/changes' : undefined;
};

/** The page that shows the subject; of a view, the list whose rows it shows. */
export function auditPage({ page, subject, action, detail }: AuditRow): string | undefined {
  if (page) return PAGES[page.kind](page);
  const [kind = '', name = ''] = subject.split(' ')[0]!.split(':');
  if (kind === 'view') return own(READ, String(detail.list));
  return (kind === 'list' ? own(READ, name) : own(LISTS, kind)) ?? byAction(action);
}
