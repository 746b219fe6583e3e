import { z } from 'zod';
import { onlyWith } from '#kit/endpoint/right.ts';
import { dayShape, idShape } from '#kit/endpoint/wire.ts';
import { ids, names, seasons, words, yesNo } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { personShape } from './order-list.contract.ts';

export const studentListRowShape = z.object({
  id: idShape,
  first_name: z.string(),
  last_name: z.string(),
  parent: personShape,
  /** of the newest contract in force of the filters; null without one */
  order_id: idShape.nullable(),
  contract_number: z.string().nullable(),
  season: z.string().nullable(),
  school: z.string().nullable(),
  program: z.string().nullable(),
  line: z.string().nullable(),
  grade: z.string().nullable(),
  special_request: z.string().nullable(),
  /** of the first guardian */
  phone: z.string(),
  address: z.string(),
  zip: z.string(),
  date_of_birth: dayShape,
  sex: z.enum(['m', 'f']),
  guardians: z.string(),
  has_photo: z.boolean(),
  can_exit_bus_alone: z.boolean(),
  is_split_custody: z.boolean(),
  is_changed_since: z.boolean(),
  /** a medical or custody note is kept; the words stand on the student's page */
  has_care_notes: onlyWith('care', z.boolean()),
});
export type StudentListRow = z.output<typeof studentListRowShape>;

export const listStudentRows = listEndpoint({
  name: 'listStudentRows',
  summary: 'A page of the students of all families, with the newest contract in force of each',
  path: '/admin/students',
  right: 'families',
  isOfPeople: true,
  row: studentListRowShape,
  /** by grade and line, students without a contract come last */
  sorts: {
    name: { keys: ['text', 'text', 'number'] },
    newest: { keys: ['number'] },
    grade: { keys: ['number', 'text', 'number'] },
    line: { keys: ['number', 'text', 'number'] },
  },
  filters: {
    search: searchText,
    season: seasons(),
    school: names(),
    program: ids(),
    line: ids(),
    grade: ids(),
    contract: yesNo(),
    zip: words(),
    photo: yesNo(),
    photo_missing: yesNo(),
    exit_alone: yesNo(),
    care: yesNo({ right: 'care' }),
    split_custody: yesNo(),
    /** a detail of the student was changed after the contract had it */
    changed_since: yesNo(),
  },
});
export type StudentListSort = keyof typeof listStudentRows.sorts;
