import { m } from '#i18n/messages.js';
import type { ListView } from '#kit/list/list-view.ts';
import { PLACE_FIELDS } from './place-fields.ts';
import { shownName } from '#kit/text/full-name.ts';
import type { listStudentRows, StudentListRow, StudentListSort } from './student-list.contract.ts';

type Filter = Exclude<keyof typeof listStudentRows.filters, 'search'>;

export const studentList: ListView<StudentListRow, Filter, StudentListSort> = {
  title: m.list_title_students,
  searchLabel: m.list_search_students,
  fileName: m.list_file_students,
  id: ({ id }) => id,
  card: { title: 'name', lines: ['line', 'phone'] },
  columns: [
    { key: 'name', header: m.list_name, value: shownName },
    { key: 'grade', header: m.list_grade, value: (row) => row.grade },
    { key: 'school', header: m.list_school, value: (row) => row.school },
    { key: 'line', header: m.list_line, value: (row) => row.line },
    { key: 'family', header: m.list_family, value: ({ parent }) => shownName(parent) },
    { key: 'phone', header: m.list_phone, value: (row) => row.phone },
    { key: 'zip', header: m.list_zip, value: (row) => row.zip },
    { key: 'born', header: m.list_born, kind: 'day', isExtra: true, value: (row) => row.date_of_birth },
    {
      key: 'sex',
      header: m.list_sex,
      isExtra: true,
      value: ({ sex }) => (sex === 'm' ? m.list_male() : m.list_female()),
    },
    { key: 'guardians', header: m.list_guardians, isExtra: true, value: (row) => row.guardians },
    { key: 'photo', header: m.list_photo, kind: 'yes_no', isExtra: true, value: (row) => row.has_photo },
    {
      key: 'exit_alone',
      header: m.list_exit_alone,
      kind: 'yes_no',
      isExtra: true,
      value: (row) => row.can_exit_bus_alone,
    },
    {
      key: 'care',
      header: m.list_care,
      kind: 'yes_no',
      right: 'care',
      isExtra: true,
      value: (row) => row.has_care_notes,
    },
    {
      key: 'split_custody',
      header: m.list_split_custody,
      kind: 'yes_no',
      isExtra: true,
      value: (row) => row.is_split_custody,
    },
    {
      key: 'special_request',
      header: m.list_special_request,
      isExtra: true,
      value: (row) => row.special_request,
    },
    {
      key: 'changed_since',
      header: m.list_changed_since,
      kind: 'yes_no',
      isExtra: true,
      value: (row) => row.is_changed_since,
    },
    { key: 'contract', header: m.list_contract, isExtra: true, value: (row) => row.contract_number },
    { key: 'season', header: m.list_season, isExtra: true, value: (row) => row.season },
    { key: 'program', header: m.list_program, isExtra: true, value: (row) => row.program },
    { key: 'address', header: m.list_address, isExtra: true, value: (row) => row.address },
  ],
  filters: {
    ...PLACE_FIELDS,
    contract: { label: m.list_has_contract },
    zip: { label: m.list_zip },
    photo: { label: m.list_photo },
    photo_missing: { label: m.list_photo_missing },
    exit_alone: { label: m.list_exit_alone },
    care: { label: m.list_care, right: 'care' },
    split_custody: { label: m.list_split_custody },
    changed_since: { label: m.list_changed_since },
  },
  quick: 'school',
  sorts: {
    name: { label: m.list_sort_name },
    newest: { label: m.list_sort_newest },
    grade: { label: m.list_sort_grade },
    line: { label: m.list_sort_line },
  },
  views: [
    { key: 'photo_missing', label: m.list_view_photo_missing, query: { photo_missing: 'yes' } },
    { key: 'care', label: m.list_view_care, right: 'care', query: { care: 'yes' } },
    { key: 'split_custody', label: m.list_view_split_custody, query: { split_custody: 'yes' } },
    { key: 'changed_since', label: m.list_changed_since, query: { changed_since: 'yes' } },
    { key: 'no_contract', label: m.list_view_no_contract, query: { contract: 'no' } },
  ],
};
