import { m } from '#i18n/messages.js';
import type { ListView } from '#kit/list/list-view.ts';
import { PLACE_FIELDS } from '#modules/office/lists/place-fields.ts';
import { shownName } from '#kit/text/full-name.ts';
import type { listParents, ParentRow, ParentSort } from './people.contract.ts';

type Filter = Exclude<keyof typeof listParents.filters, 'search'>;

export const parentList: ListView<ParentRow, Filter, ParentSort> = {
  title: m.office_title_parents,
  searchLabel: m.list_search_parents,
  fileName: m.office_parents_file,
  id: ({ id }) => id,
  card: { title: 'name', lines: ['phone', 'due'] },
  columns: [
    { key: 'name', header: m.list_name, value: shownName },
    { key: 'email', header: m.office_column_email, value: (row) => row.email },
    { key: 'phone', header: m.list_phone, value: (row) => row.phone },
    {
      key: 'students',
      header: m.office_column_students,
      kind: 'number',
      value: (row) => row.students_count,
    },
    { key: 'orders', header: m.office_column_orders, kind: 'number', value: (row) => row.orders_count },
    { key: 'due', header: m.list_to_pay, kind: 'cents', right: 'money', value: (row) => row.due_cents },
    {
      key: 'past_due',
      header: m.office_column_past_due,
      kind: 'cents',
      right: 'money',
      value: (row) => row.past_due_cents,
    },
    {
      key: 'next_payment',
      header: m.list_next_payment,
      kind: 'day',
      right: 'money',
      value: (row) => row.next_payment_on,
    },
    {
      key: 'verified',
      header: m.list_verified,
      kind: 'yes_no',
      isExtra: true,
      value: (row) => row.is_verified,
    },
    { key: 'created', header: m.list_created, kind: 'day', isExtra: true, value: (row) => row.created_on },
    {
      key: 'last_login',
      header: m.list_last_login,
      kind: 'day',
      isExtra: true,
      value: (row) => row.last_login_on,
    },
    { key: 'number', header: m.list_customer, kind: 'number', isExtra: true, value: (row) => row.id },
    {
      key: 'waiting',
      header: m.list_waiting_places,
      kind: 'number',
      isExtra: true,
      value: (row) => row.waiting_count,
    },
  ],
  filters: {
    season: PLACE_FIELDS.season,
    contract: { label: m.list_has_contract },
    school: PLACE_FIELDS.school,
    line: PLACE_FIELDS.line,
    verified: { label: m.list_verified },
    owes: { label: m.list_owes, right: 'money' },
    past_due: { label: m.office_column_past_due, right: 'money' },
    method: { label: m.list_has_method, right: 'money' },
    created: { label: m.list_created },
    last_4: { label: m.list_last_4, right: 'money' },
  },
  quick: 'school',
  sorts: {
    name: { label: m.office_sort_name },
    newest: { label: m.office_sort_newest },
    due: { label: m.office_sort_due, right: 'money' },
    last_login: { label: m.list_sort_last_login },
  },
  views: [
    { key: 'owes', label: m.list_view_owes, query: { owes: 'yes' }, right: 'money' },
    { key: 'past_due', label: m.list_view_past_due, query: { past_due: 'yes', sort: 'due' }, right: 'money' },
    {
      key: 'not_verified',
      label: m.list_view_not_verified,
      query: { contract: 'yes', verified: 'no' },
    },
    {
      key: 'no_contract',
      label: m.list_view_none_this_season,
      query: { season: 'current', contract: 'no' },
    },
  ],
};
