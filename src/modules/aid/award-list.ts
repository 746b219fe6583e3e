import { m } from '#i18n/messages.js';
import type { ListView } from '#kit/list/list-view.ts';
import { shownName } from '#kit/text/full-name.ts';
import type { Award, listAwards } from './aid.contract.ts';
import { awardStates, grantedText } from './award-texts.ts';

type Filter = Exclude<keyof typeof listAwards.filters, 'search'>;

export const awardList: ListView<Award, Filter, 'newest'> = {
  title: m.office_title_awards,
  searchLabel: m.office_award_search,
  about: m.office_award_text,
  fileName: m.list_file_awards,
  nothing: { title: m.office_award_none, text: m.office_award_none_text },
  id: ({ id }) => id,
  card: { title: 'child', lines: ['granted', 'state'] },
  columns: [
    { key: 'child', header: m.office_award_child, value: shownName },
    { key: 'grade', header: m.list_grade, value: (row) => row.grade_text },
    { key: 'granted', header: m.office_award_granted, value: grantedText },
    { key: 'note', header: m.office_award_note, value: (row) => row.note },
    { key: 'expires', header: m.office_award_expires, kind: 'day', value: (row) => row.expires_on },
    { key: 'state', header: m.office_award_state, value: ({ state }) => awardStates[state]() },
    { key: 'contract', header: m.list_has_contract, kind: 'yes_no', value: (row) => row.has_contract },
    {
      key: 'code',
      header: m.office_award_code,
      value: ({ state, code }) => (state === 'open' ? code : null),
    },
    {
      key: 'family',
      header: m.office_column_parent,
      right: 'families',
      value: ({ parent }) => parent?.name ?? null,
    },
    {
      key: 'waits',
      header: m.office_award_waits,
      kind: 'yes_no',
      isExtra: true,
      value: (row) => row.needs_confirmation,
    },
    {
      key: 'reason',
      header: m.office_award_reason,
      right: 'families',
      isExtra: true,
      value: (row) => row.end_reason ?? null,
    },
    { key: 'school', header: m.list_school, isExtra: true, value: ({ school }) => school.text },
  ],
  filters: {
    season: { label: m.list_season, from: 'page_seasons' },
    school: { label: m.list_school, from: 'page_schools' },
    state: { label: m.office_award_state, texts: awardStates },
  },
  quick: 'school',
  sorts: { newest: { label: m.list_sort_newest } },
  views: [
    { key: 'open', label: awardStates.open, query: { state: 'open' } },
    { key: 'used', label: awardStates.used, query: { state: 'used' } },
  ],
};
