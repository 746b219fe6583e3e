import { m } from '#i18n/messages.js';
import type { ListView } from '#kit/list/list-view.ts';
import { shownName } from '#kit/text/full-name.ts';
import type {
  listRequests,
  ListedState,
  RequestKind,
  RequestRow,
  RequestSort,
} from './refund-inbox.contract.ts';
import { refundChoices, REQUEST_STATE_TEXTS } from './request-texts.ts';

type Filter = Exclude<keyof typeof listRequests.filters, 'search'>;

const KIND_TEXTS: Record<RequestKind, () => string> = {
  refund: m.office_request_refund,
  reassign: m.office_request_reassign,
};

const STATE_TEXTS: Record<ListedState, () => string> = {
  ...REQUEST_STATE_TEXTS,
  approved: m.office_request_approved,
};

export const requestList: ListView<RequestRow, Filter, RequestSort> = {
  title: m.office_title_requests,
  searchLabel: m.list_search_refunds,
  fileName: m.list_file_requests,
  nothing: { title: m.office_requests_none, text: m.office_requests_none_text },
  id: ({ id }) => id,
  card: { title: 'order', lines: ['family', 'state'] },
  columns: [
    {
      key: 'order',
      header: m.office_column_order,
      value: ({ order_id }) => m.contract_order_id({ id: order_id }),
    },
    { key: 'contract', header: m.office_column_contract, value: (row) => row.contract_number },
    { key: 'family', header: m.list_family, value: ({ parent }) => shownName(parent) },
    { key: 'program', header: m.office_column_program, value: (row) => m.office_request_program(row) },
    { key: 'kind', header: m.office_request_kind, value: ({ kind }) => KIND_TEXTS[kind]() },
    {
      key: 'choice',
      header: m.office_column_chosen,
      value: ({ request }) => request && refundChoices[request.type].label(),
    },
    { key: 'state', header: m.list_state, value: ({ state }) => STATE_TEXTS[state]() },
    {
      key: 'requested',
      header: m.office_column_requested,
      kind: 'instant',
      value: (row) => row.requested_at,
    },
    { key: 'age', header: m.list_age_days, kind: 'number', value: (row) => row.age_days },
    { key: 'owner', header: m.list_owner, value: (row) => row.taken_up_by },
    { key: 'decided_by', header: m.office_request_decided_by, isExtra: true, value: (row) => row.decided_by },
  ],
  filters: {
    kind: { label: m.office_request_kind, texts: KIND_TEXTS },
    state: { label: m.list_state, texts: STATE_TEXTS },
    season: { label: m.list_season, from: 'seasons' },
    school: { label: m.list_school, from: 'schools' },
  },
  quick: 'school',
  sorts: { oldest: { label: m.list_sort_oldest }, newest: { label: m.list_sort_newest } },
  views: [
    { key: 'open', label: m.office_requests_open, query: { state: 'requested,in_work,under_way' } },
    {
      key: 'ended',
      label: m.office_requests_ended,
      query: { state: 'finished,declined', sort: 'newest' },
    },
    { key: 'reassign', label: m.office_requests_approvals, query: { kind: 'reassign', sort: 'newest' } },
  ],
  opens: 'open',
};
