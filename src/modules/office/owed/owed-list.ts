import { PLACE_FIELDS } from '#modules/office/lists/place-fields.ts';
import { m } from '#i18n/messages.js';
import type { ListColumn, ListView } from '#kit/list/list-view.ts';
import { PAYMENT_STATE_TEXTS } from '#modules/billing/payment-state-texts.ts';
import type { listOwed, OWED_STATES, OwedRow, OwedSort } from './owed.contract.ts';

type Filter = Exclude<keyof typeof listOwed.filters, 'search'>;

/** The reason why a payment was not received, even if no charge was refused. */
export function owedReasonText({ reason, status }: OwedRow): string {
  return reason ?? (status === 'in_flight' ? m.office_owed_being_charged() : m.office_owed_not_tried());
}

const guardianColumns = (n: number): ListColumn<OwedRow>[] => {
  const guardian = (row: OwedRow) => row.guardians[n - 1];
  return [
    {
      key: `guardian_${n}`,
      header: () => m.office_owed_column_guardian({ n }),
      isExtra: true,
      value: (row) => guardian(row)?.name ?? null,
    },
    {
      key: `phone_${n}`,
      header: () => m.office_owed_column_phone({ n }),
      isExtra: true,
      value: (row) => guardian(row)?.phone ?? null,
    },
    {
      key: `email_${n}`,
      header: () => m.office_owed_column_email({ n }),
      isExtra: true,
      value: (row) => guardian(row)?.email ?? null,
    },
  ];
};

const contactsText = ({ guardians }: OwedRow) =>
  guardians.map(({ name, phone, email }) => [name, phone, email].filter(Boolean).join(' ')).join('; ');

const { scheduled, in_flight, failed, returned, needs_method } = PAYMENT_STATE_TEXTS;
const STATE_TEXTS: Record<(typeof OWED_STATES)[number], () => string> = {
  scheduled,
  in_flight,
  failed,
  returned,
  needs_method,
};

export const owedList: ListView<OwedRow, Filter, OwedSort> = {
  title: m.office_owed_heading,
  searchLabel: m.list_search_payments,
  about: m.office_owed_text,
  nothing: { title: m.office_owed_none, text: m.office_owed_none_text },
  fileName: m.office_owed_file,
  id: ({ payment_id }) => payment_id,
  card: { title: 'contract', lines: ['amount', 'call'] },
  columns: [
    { key: 'contract', header: m.list_contract, value: (row) => row.contract_number },
    { key: 'family', header: m.list_family, value: ({ parent }) => parent.name },
    { key: 'amount', header: m.list_amount, kind: 'cents', value: (row) => row.amount_cents },
    { key: 'since', header: m.office_owed_column_since, kind: 'day', value: (row) => row.owed_since },
    { key: 'why', header: m.office_owed_column_reason, value: owedReasonText },
    { key: 'next', header: m.office_owed_column_next, kind: 'day', value: (row) => row.next_try_on },
    { key: 'call', header: m.office_owed_column_call, value: contactsText },
    { key: 'order', header: m.list_order, kind: 'number', isExtra: true, value: (row) => row.order_id },
    {
      key: 'payment',
      header: m.list_payment_of,
      kind: 'number',
      isExtra: true,
      value: (row) => row.payment_number,
    },
    {
      key: 'days',
      header: m.office_owed_column_days,
      kind: 'number',
      isExtra: true,
      value: (row) => row.days_late,
    },
    { key: 'school', header: m.list_school, isExtra: true, value: ({ school }) => school.text },
    { key: 'program', header: m.list_program, isExtra: true, value: (row) => row.program },
    { key: 'line', header: m.list_line, isExtra: true, value: (row) => row.line },
    { key: 'method', header: m.list_method, isExtra: true, value: (row) => row.method },
    ...guardianColumns(1),
    ...guardianColumns(2),
  ],
  filters: {
    school: PLACE_FIELDS.school,
    line: PLACE_FIELDS.line,
    season: PLACE_FIELDS.season,
    days_late: { label: m.office_owed_column_days },
    past_due: { label: m.list_past_due },
    state: { label: m.list_state, texts: STATE_TEXTS },
  },
  quick: 'school',
  sorts: {
    since: { label: m.office_owed_sort_since },
    amount: { label: m.office_owed_sort_amount },
    next: { label: m.office_owed_sort_next },
    parent: { label: m.office_owed_sort_parent },
  },
  views: [
    { key: 'by_age', label: m.list_view_by_age, query: { sort: 'since' } },
    { key: 'not_tried', label: m.list_view_not_tried, query: { past_due: 'yes' } },
  ],
};
