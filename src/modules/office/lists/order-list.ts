import { m } from '#i18n/messages.js';
import type { ListView } from '#kit/list/list-view.ts';
import { PLACE_FIELDS } from './place-fields.ts';
import { shownName } from '#kit/text/full-name.ts';
import type { listOrderRows, OrderListRow, OrderListSort } from './order-list.contract.ts';
import { SIGNED_BY_TEXTS } from '#modules/orders/reading/signed-by.ts';
import { ORDER_STATE_TEXTS } from './list-texts.ts';

type Filter = Exclude<keyof typeof listOrderRows.filters, 'search'>;

export const orderList: ListView<OrderListRow, Filter, OrderListSort> = {
  title: m.list_title_orders,
  searchLabel: m.list_search_orders,
  fileName: m.list_file_orders,
  id: ({ id }) => id,
  card: { title: 'contract', lines: ['student', 'line'] },
  columns: [
    { key: 'contract', header: m.list_contract, value: (row) => row.contract_number },
    { key: 'student', header: m.list_student, value: ({ student }) => shownName(student) },
    { key: 'family', header: m.list_family, value: ({ parent }) => shownName(parent) },
    { key: 'school', header: m.list_school, value: (row) => row.school },
    { key: 'line', header: m.list_line, value: (row) => row.line },
    { key: 'term', header: m.list_term, value: (row) => row.term },
    { key: 'signed', header: m.list_signed, kind: 'day', value: (row) => row.signed_on },
    { key: 'state', header: m.list_state, value: (row) => ORDER_STATE_TEXTS[row.status]() },
    { key: 'total', header: m.list_total, kind: 'cents', right: 'money', value: (row) => row.total_cents },
    { key: 'due', header: m.list_to_pay, kind: 'cents', right: 'money', value: (row) => row.due_cents },
    { key: 'order', header: m.list_order, kind: 'number', isExtra: true, value: (row) => row.id },
    { key: 'season', header: m.list_season, isExtra: true, value: (row) => row.season },
    { key: 'program', header: m.list_program, isExtra: true, value: (row) => row.program },
    { key: 'grade', header: m.list_grade, isExtra: true, value: (row) => row.grade },
    { key: 'addons', header: m.list_addons, isExtra: true, value: (row) => row.addons },
    {
      key: 'discount',
      header: m.list_discount,
      kind: 'cents',
      right: 'money',
      isExtra: true,
      value: (row) => row.discount_cents,
    },
    {
      key: 'aid',
      header: m.list_aid,
      kind: 'cents',
      right: 'money',
      isExtra: true,
      value: (row) => row.aid_cents,
    },
    {
      key: 'placed_by_staff',
      header: m.list_placed_by_staff,
      kind: 'yes_no',
      isExtra: true,
      value: (row) => row.placed_by_staff,
    },
    {
      key: 'special_request',
      header: m.list_special_request,
      isExtra: true,
      value: (row) => row.special_request,
    },
    {
      key: 'amendments',
      header: m.list_amendments,
      kind: 'number',
      isExtra: true,
      value: (row) => row.amendments,
    },
    { key: 'pickup', header: m.list_pickup, isExtra: true, value: (row) => row.pickup },
    {
      key: 'next_method',
      header: m.list_next_method,
      right: 'money',
      isExtra: true,
      value: (row) => row.next_method,
    },
    {
      key: 'next_payment',
      header: m.list_next_payment,
      kind: 'day',
      right: 'money',
      isExtra: true,
      value: (row) => row.next_payment_on,
    },
  ],
  filters: {
    ...PLACE_FIELDS,
    term: { label: m.list_term, texts: { full: m.list_term_full, scheduled: m.list_term_scheduled } },
    state: { label: m.list_state, texts: ORDER_STATE_TEXTS },
    plan: { label: m.list_plan, from: 'plans' },
    signed: { label: m.list_signed },
    in_force: { label: m.list_in_force },
    ended: { label: m.list_ended },
    paid_by: { label: m.list_signed_by, right: 'money', texts: SIGNED_BY_TEXTS },
    addon: { label: m.list_addon, from: 'addons' },
    aid: { label: m.list_has_aid },
    discount: { label: m.list_discount },
    special_request: { label: m.list_special_request },
    amended: { label: m.list_amended },
    placed_by_staff: { label: m.list_placed_by_staff },
    accepted: { label: m.list_accepted },
    due: { label: m.list_to_pay, right: 'money' },
  },
  quick: 'school',
  sorts: {
    newest: { label: m.list_sort_newest },
    number: { label: m.list_sort_number },
    student: { label: m.list_sort_student },
    line: { label: m.list_sort_line },
    due: { label: m.list_sort_due, right: 'money' },
  },
  views: [
    { key: 'this_season', label: m.list_view_this_season, query: { season: 'current' } },
    { key: 'special_requests', label: m.list_view_special_requests, query: { special_request: 'yes' } },
    {
      key: 'not_accepted',
      label: m.list_view_not_accepted,
      query: { state: 'active,awaiting_aid', placed_by_staff: 'yes', accepted: 'no' },
    },
    {
      key: 'awaiting_check',
      label: ORDER_STATE_TEXTS.awaiting_check,
      query: { state: 'awaiting_check' },
    },
    { key: 'ended', label: m.list_view_ended, query: { state: 'cancelled' } },
  ],
};
