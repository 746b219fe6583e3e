import { m } from '#i18n/messages.js';
import type { ListView } from '#kit/list/list-view.ts';
import { shownName } from '#kit/text/full-name.ts';
import { AMENDMENT_STATE_TEXTS } from '#modules/orders/amendment-state-texts.ts';
import { changesText } from '#modules/orders/contract-changes.ts';
import type { AmendmentRow, listAmendments } from './amendment-list.contract.ts';

type Filter = Exclude<keyof typeof listAmendments.filters, 'search'>;

export const amendmentList: ListView<AmendmentRow, Filter, 'newest'> = {
  title: m.office_title_amendments,
  searchLabel: m.list_search_refunds,
  fileName: m.list_file_amendments,
  nothing: { title: m.office_amendments_none, text: m.office_amendments_none_text },
  id: ({ id }) => id,
  card: { title: 'contract', lines: ['what', 'state'] },
  columns: [
    { key: 'contract', header: m.office_amendment_contract, value: (row) => row.contract_number },
    { key: 'number', header: m.list_number, kind: 'number', value: (row) => row.number },
    { key: 'family', header: m.list_family, value: ({ parent }) => shownName(parent) },
    { key: 'what', header: m.office_amendment_what, value: ({ changes }) => changesText(changes) },
    {
      key: 'difference',
      header: m.document_difference,
      kind: 'cents',
      right: 'money',
      value: (row) => row.difference_cents,
    },
    { key: 'by', header: m.office_amendment_proposed_by, value: (row) => row.proposed_by },
    { key: 'since', header: m.list_since, kind: 'instant', value: (row) => row.proposed_at },
    { key: 'state', header: m.list_state, value: ({ state }) => AMENDMENT_STATE_TEXTS[state]() },
    { key: 'reason', header: m.list_reason, isExtra: true, value: (row) => row.reason },
    { key: 'school', header: m.list_school, isExtra: true, value: ({ school }) => school.text },
    {
      key: 'ends',
      header: m.office_offers_column_ends,
      kind: 'instant',
      isExtra: true,
      value: (row) => row.ends_at,
    },
    {
      key: 'refund',
      header: m.list_refunded,
      kind: 'cents',
      right: 'money',
      isExtra: true,
      value: (row) => row.refund_cents,
    },
  ],
  filters: {
    state: { label: m.list_state, texts: AMENDMENT_STATE_TEXTS },
    school: { label: m.list_school, from: 'schools' },
    day: { label: m.list_since },
  },
  quick: 'school',
  sorts: { newest: { label: m.list_sort_newest } },
  views: [
    { key: 'open', label: m.office_amendments_open, query: { state: 'proposed' } },
    { key: 'accepted', label: m.office_amendments_accepted, query: { state: 'accepted' } },
    { key: 'unanswered', label: m.office_amendments_lost, query: { state: 'declined,ended' } },
  ],
  opens: 'open',
};
