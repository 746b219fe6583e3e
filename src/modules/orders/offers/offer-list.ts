import { m } from '#i18n/messages.js';
import type { ListView } from '#kit/list/list-view.ts';
import { shownName } from '#kit/text/full-name.ts';
import { OFFER_STATE_TEXTS, offerStateText } from '#modules/orders/offer-state-texts.ts';
import type { listOffers, OfferListRow, OfferListSort } from './offers.contract.ts';

type Filter = Exclude<keyof typeof listOffers.filters, 'search'>;

export const offerList: ListView<OfferListRow, Filter, OfferListSort> = {
  title: m.office_title_offers,
  searchLabel: m.office_offers_search,
  fileName: m.list_file_offers,
  nothing: { title: m.office_offers_none, text: m.office_offers_none_text },
  id: ({ id }) => id,
  card: { title: 'family', lines: ['line', 'ends'] },
  columns: [
    { key: 'family', header: m.office_offers_column_family, value: ({ family }) => shownName(family) },
    { key: 'child', header: m.office_offers_column_child, value: ({ student }) => shownName(student) },
    { key: 'line', header: m.office_offers_column_route, value: ({ line }) => line },
    { key: 'school', header: m.list_school, value: ({ school }) => school },
    {
      key: 'amount',
      header: m.office_offers_column_due,
      kind: 'cents',
      right: 'money',
      value: (row) => row.due_today_cents,
    },
    { key: 'made_by', header: m.office_offers_column_by, value: (row) => row.made_by },
    { key: 'sent', header: m.office_offers_column_sent, kind: 'instant', value: (row) => row.made_at },
    { key: 'ends', header: m.office_offers_column_ends, kind: 'instant', value: (row) => row.ends_at },
    {
      key: 'state',
      header: m.office_offers_column_state,
      value: ({ state }) => offerStateText(state),
    },
    {
      key: 'year',
      header: m.office_offers_column_year,
      kind: 'cents',
      right: 'money',
      isExtra: true,
      value: (row) => row.year_total_cents,
    },
  ],
  filters: {
    state: { label: m.office_offers_column_state, texts: OFFER_STATE_TEXTS },
    school: { label: m.list_school, from: 'schools' },
    by: { label: m.office_offers_column_by, from: 'staff' },
  },
  quick: 'school',
  sorts: { ends: { label: m.office_offers_sort_ends }, newest: { label: m.list_sort_newest } },
  views: [
    { key: 'open', label: m.office_offers_open, query: { state: 'open' } },
    {
      key: 'unanswered',
      label: m.office_offers_unanswered,
      query: { state: 'ended,declined', sort: 'newest' },
    },
    { key: 'accepted', label: m.office_offers_accepted, query: { state: 'accepted', sort: 'newest' } },
  ],
  opens: 'open',
};
