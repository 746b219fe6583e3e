import { m } from '#i18n/messages.js';
import type { ListView } from '#kit/list/list-view.ts';
import { PLACE_FIELDS } from './place-fields.ts';
import { shownName } from '#kit/text/full-name.ts';
import type {
  listRefundRows,
  RefundListRow,
  RefundListSort,
  RefundListState,
} from './refund-list.contract.ts';
import { WAY_TEXTS } from './list-texts.ts';

type Filter = Exclude<keyof typeof listRefundRows.filters, 'search'>;

const STATE_TEXTS: Record<RefundListState, () => string> = {
  on_its_way: m.list_refund_on_its_way,
  done: m.list_refund_done,
  failed: m.list_refund_failed,
};

export const refundList: ListView<RefundListRow, Filter, RefundListSort> = {
  title: m.list_title_refunds,
  searchLabel: m.list_search_refunds,
  fileName: m.list_file_refunds,
  id: ({ id }) => id,
  card: { title: 'contract', lines: ['day', 'amount'] },
  columns: [
    { key: 'day', header: m.list_day, kind: 'day', value: (row) => row.made_on },
    { key: 'family', header: m.list_family, value: ({ parent }) => shownName(parent) },
    { key: 'contract', header: m.list_contract, value: (row) => row.contract_number },
    { key: 'amount', header: m.list_amount, kind: 'cents', right: 'money', value: (row) => row.amount_cents },
    {
      key: 'surcharge',
      header: m.list_surcharge,
      kind: 'cents',
      right: 'money',
      value: (row) => row.surcharge_cents,
    },
    { key: 'way', header: m.list_way, value: (row) => WAY_TEXTS[row.way]() },
    { key: 'state', header: m.list_state, value: (row) => STATE_TEXTS[row.state]() },
    { key: 'reason', header: m.list_reason, value: (row) => row.reason },
    { key: 'asked_by', header: m.list_asked_by, value: (row) => row.asked_by },
    { key: 'approved_by', header: m.list_approved_by, value: (row) => row.approved_by },
    { key: 'school', header: m.list_school, isExtra: true, value: (row) => row.school },
    { key: 'reference', header: m.list_reference, isExtra: true, value: (row) => row.reference },
  ],
  filters: {
    state: { label: m.list_state, texts: STATE_TEXTS },
    way: { label: m.list_way, texts: WAY_TEXTS },
    day: { label: m.list_day },
    school: PLACE_FIELDS.school,
    by: { label: m.list_by, from: 'staff' },
  },
  quick: 'school',
  sorts: {
    newest: { label: m.list_sort_newest },
    amount: { label: m.list_sort_amount },
  },
  views: [
    { key: 'on_their_way', label: m.list_view_on_their_way, query: { state: 'on_its_way' } },
    { key: 'by_check', label: m.list_view_refunds_by_check, query: { way: 'check' } },
    { key: 'failed', label: m.list_view_failed, query: { state: 'failed' } },
  ],
};
