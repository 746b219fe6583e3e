import { m } from '#i18n/messages.js';
import type { ListView } from '#kit/list/list-view.ts';
import { pick } from '#kit/pick.ts';
import { shownName } from '#kit/text/full-name.ts';
import { AID_STATE_TEXTS, aidStateText } from '#modules/orders/aid-state-texts.ts';
import type { AidClaim, ClaimSort, listAidClaims } from './aid-claims.contract.ts';

type Filter = Exclude<keyof typeof listAidClaims.filters, 'search'>;

export const claimList: ListView<AidClaim, Filter, ClaimSort> = {
  title: m.office_title_aid,
  searchLabel: m.list_search_refunds,
  fileName: m.list_file_claims,
  nothing: { title: m.office_aid_none, text: m.office_aid_none_text },
  id: ({ id }) => id,
  card: { title: 'order', lines: ['amount', 'state'] },
  columns: [
    {
      key: 'order',
      header: m.office_column_order,
      value: ({ order_id }) => m.contract_order_id({ id: order_id }),
    },
    { key: 'contract', header: m.list_contract, isExtra: true, value: (row) => row.contract_number },
    { key: 'family', header: m.list_family, value: ({ parent }) => shownName(parent) },
    { key: 'program', header: m.office_column_program, value: (row) => m.office_request_program(row) },
    { key: 'code', header: m.contract_aid_code, value: (row) => row.code },
    {
      key: 'amount',
      header: m.office_aid_column_amount,
      kind: 'cents',
      right: 'money',
      value: (row) => row.amount_cents,
    },
    {
      key: 'full',
      header: m.office_aid_column_full,
      kind: 'cents',
      right: 'money',
      isExtra: true,
      value: (row) => row.full_cents,
    },
    { key: 'claimed', header: m.list_since, kind: 'instant', isExtra: true, value: (row) => row.claimed_at },
    {
      key: 'age',
      header: m.office_aid_column_waits,
      kind: 'number',
      value: ({ state, days_open }) => (state === 'to_confirm' ? days_open : null),
    },
    { key: 'state', header: m.list_state, value: ({ state }) => aidStateText(state) },
    { key: 'reason', header: m.list_reason, isExtra: true, value: (row) => row.reason },
    { key: 'decided_by', header: m.office_request_decided_by, isExtra: true, value: (row) => row.decided_by },
    {
      key: 'decided',
      header: m.office_aid_column_day,
      kind: 'instant',
      isExtra: true,
      value: (row) => row.decided_at,
    },
  ],
  filters: {
    state: { label: m.list_state, texts: pick(AID_STATE_TEXTS, ['to_confirm', 'confirmed', 'declined']) },
    season: { label: m.list_season, from: 'seasons' },
    school: { label: m.list_school, from: 'schools' },
  },
  quick: 'school',
  sorts: { oldest: { label: m.list_sort_oldest }, newest: { label: m.list_sort_newest } },
  views: [
    { key: 'open', label: m.office_aid_open, query: { state: 'to_confirm' } },
    {
      key: 'decided',
      label: m.office_aid_decided,
      query: {
        state: 'confirmed,declined',
        sort: 'newest',
        columns: 'order,family,program,code,amount,state,decided_by,decided',
      },
    },
  ],
  opens: 'open',
};
