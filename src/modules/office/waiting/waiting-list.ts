import { m } from '#i18n/messages.js';
import type { ListView } from '#kit/list/list-view.ts';
import type { WaitingState } from '#modules/seats/waiting.states.ts';
import { PLACE_FIELDS } from '#modules/office/lists/place-fields.ts';
import type { listWaitingChildren, WaitingChild, WaitingSort } from './waiting.contract.ts';

type Filter = Exclude<keyof typeof listWaitingChildren.filters, 'search'>;

const STATE_TEXTS: Record<WaitingState, () => string> = {
  waits: m.office_waiting_waits,
  offered: m.office_waiting_offered,
  paused: m.office_waiting_paused,
  ended: m.office_waiting_ended,
};

const phonesOf = ({ guardians }: WaitingChild) => guardians.flatMap(({ phone }) => phone ?? []).join(', ');

export const waitingList: ListView<WaitingChild, Filter, WaitingSort> = {
  title: m.office_title_waiting,
  searchLabel: m.list_search_students,
  fileName: m.list_file_waiting,
  nothing: { title: m.office_waiting_none, text: m.office_waiting_none_text },
  id: ({ id }) => id,
  card: { title: 'child', lines: ['place', 'state'] },
  columns: [
    { key: 'line', header: m.list_line, value: ({ route }) => route.name },
    { key: 'place', header: m.office_waiting_place, kind: 'number', value: ({ place }) => place },
    { key: 'child', header: m.office_waiting_child, value: ({ student }) => student.name },
    { key: 'grade', header: m.list_grade, value: ({ grade }) => grade },
    { key: 'family', header: m.list_family, value: ({ parent }) => parent.name },
    { key: 'phone', header: m.list_phone, value: phonesOf },
    { key: 'since', header: m.office_waiting_since, kind: 'instant', value: (row) => row.joined_at },
    { key: 'state', header: m.list_state, value: ({ state }) => STATE_TEXTS[state]() },
    {
      key: 'offer_ends',
      header: m.office_waiting_offer_ends,
      kind: 'instant',
      value: ({ state, until }) => (state === 'offered' ? until : null),
    },
    { key: 'school', header: m.list_school, isExtra: true, value: ({ school }) => school.text },
    { key: 'season', header: m.list_season, isExtra: true, value: ({ season }) => season.text },
    {
      key: 'sibling',
      header: m.office_waiting_sibling,
      kind: 'yes_no',
      isExtra: true,
      value: (row) => row.has_sibling,
    },
  ],
  filters: {
    season: PLACE_FIELDS.season,
    school: PLACE_FIELDS.school,
    line: PLACE_FIELDS.line,
    state: { label: m.list_state, texts: STATE_TEXTS },
  },
  quick: 'school',
  sorts: { place: { label: m.office_waiting_sort_place }, since: { label: m.list_sort_newest } },
  views: [
    { key: 'live', label: m.office_waiting_live, query: { state: 'waits,offered,paused' } },
    { key: 'offered', label: m.office_waiting_offered, query: { state: 'offered' } },
    { key: 'ended', label: m.office_waiting_ended, query: { state: 'ended', sort: 'since' } },
  ],
  opens: 'live',
};
