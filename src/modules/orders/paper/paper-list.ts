import { m } from '#i18n/messages.js';
import type { ListView } from '#kit/list/list-view.ts';
import { shownName } from '#kit/text/full-name.ts';
import type { listPapers, PaperRow, PaperSort, PaperState } from './paper-list.contract.ts';

type Filter = Exclude<keyof typeof listPapers.filters, 'search'>;

const STATE_TEXTS: Record<PaperState, () => string> = {
  printed: m.office_paper_printed_state,
  put_aside: m.office_paper_aside,
};

export const paperList: ListView<PaperRow, Filter, PaperSort> = {
  title: m.office_title_paper,
  searchLabel: m.office_offers_search,
  fileName: m.list_file_papers,
  nothing: { title: m.office_paper_none, text: m.office_paper_none_text },
  id: ({ id }) => id,
  card: { title: 'child', lines: ['line', 'state'] },
  columns: [
    { key: 'code', header: m.office_paper_code_column, value: (row) => row.code },
    { key: 'family', header: m.list_family, value: ({ family }) => shownName(family) },
    { key: 'child', header: m.office_offers_column_child, value: ({ student }) => shownName(student) },
    { key: 'line', header: m.list_line, value: ({ line }) => line },
    { key: 'school', header: m.list_school, isExtra: true, value: ({ school }) => school },
    { key: 'due', header: m.office_paper_due, kind: 'cents', right: 'money', value: (row) => row.due_cents },
    { key: 'printed', header: m.office_paper_printed_on, kind: 'instant', value: (row) => row.printed_at },
    { key: 'expires', header: m.office_paper_expires, kind: 'day', value: (row) => row.expires_on },
    { key: 'state', header: m.list_state, value: ({ state }) => STATE_TEXTS[state]() },
    {
      key: 'received',
      header: m.office_paper_amount,
      kind: 'cents',
      right: 'money',
      isExtra: true,
      value: (row) => row.received_cents,
    },
    {
      key: 'received_on',
      header: m.office_offer_received_on,
      kind: 'day',
      isExtra: true,
      value: (row) => row.received_on,
    },
    { key: 'reference', header: m.office_paper_check_number, isExtra: true, value: (row) => row.reference },
    { key: 'note', header: m.office_paper_note, isExtra: true, value: ({ note }) => note },
    {
      key: 'put_aside',
      header: m.office_paper_aside_at,
      kind: 'instant',
      isExtra: true,
      value: (row) => row.put_aside_at,
    },
  ],
  filters: {
    state: { label: m.list_state, texts: STATE_TEXTS },
    school: { label: m.list_school, from: 'schools' },
    printed: { label: m.office_paper_printed_on },
  },
  quick: 'school',
  sorts: { newest: { label: m.list_sort_newest }, aside: { label: m.office_paper_sort_aside } },
  views: [
    {
      key: 'put_aside',
      label: m.office_paper_aside_list,
      query: { state: 'put_aside', sort: 'aside', columns: 'child,family,line,received,received_on,note' },
    },
    { key: 'printed', label: m.office_paper_printed_state, query: { state: 'printed' } },
  ],
  opens: 'put_aside',
};
