import { m } from '#i18n/messages.js';
import type { ListView } from '#kit/list/list-view.ts';
import { auditActions } from './audit-actions.ts';
import { auditActor, auditCodes, auditSentence, auditValues, subjectText } from './audit-words.ts';
import type { AuditRow, listAudit } from './audit.contract.ts';

type Filter = keyof typeof listAudit.filters;

/** Instants stand in files in UTC. */
const inUtc = (instant: string) => instant;

const MONEY = [
  'aid',
  'award',
  'billing',
  'congestion_fee',
  'difference',
  'ledger',
  'money',
  'order.refund',
  'order.receive',
  'payment',
  'refund',
  'second_person',
];
const SEASON = ['catalog', 'check', 'landing', 'period', 'rollover', 'season', 'text_draft'];
const READS = ['student.photo.read', 'student.read'];

/** The file has no texts of people: reasons and notes stay on the page. */
export const auditList: ListView<AuditRow, Filter, 'newest'> = {
  title: m.office_title_audit,
  fileName: m.list_file_audit,
  nothing: { title: m.office_audit_none, text: m.office_audit_none_text },
  id: ({ id }) => id,
  card: { title: 'when', lines: ['who', 'what'] },
  columns: [
    { key: 'when', header: m.office_column_when, kind: 'instant', value: (row) => row.at },
    { key: 'who', header: m.office_column_who, value: auditActor },
    { key: 'what', header: m.office_column_what, value: (row) => auditSentence(row, inUtc) },
    { key: 'whom', header: m.office_column_whom, value: subjectText },
    {
      key: 'detail',
      header: m.office_column_detail,
      value: (row) => auditValues(row, inUtc).join('; '),
    },
    {
      key: 'behalf',
      header: m.office_audit_behalf,
      isExtra: true,
      value: ({ on_behalf_of }) => on_behalf_of?.name ?? null,
    },
    { key: 'codes', header: m.office_audit_codes, isExtra: true, value: (row) => auditCodes(row).join('; ') },
  ],
  filters: {
    actor: { label: m.office_filter_actor },
    action: { label: m.office_filter_action, texts: auditActions },
    subject: { label: m.office_filter_subject },
    about: { label: m.office_filter_about },
    day: { label: m.list_day },
    on_behalf: { label: m.office_audit_behalf },
  },
  quick: 'action',
  sorts: { newest: { label: m.list_sort_newest } },
  views: [
    { key: 'money', label: m.office_audit_view_money, query: { action: MONEY.join(',') } },
    { key: 'season', label: m.office_audit_view_season, query: { action: SEASON.join(',') } },
    { key: 'reads', label: m.office_audit_view_reads, query: { action: READS.join(',') } },
  ],
};
