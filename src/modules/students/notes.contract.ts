import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { noteFieldsShape } from './notes.shapes.ts';
import { studentRefusals } from './students.refusals.ts';

export const noteShape = z.object({
  id: idShape,
  /** null for a note about the family */
  student_id: idShape.nullable(),
  text: z.string(),
  is_pinned: z.boolean(),
  by: z.string(),
  at: instantShape,
  edited_at: instantShape.nullable(),
  /** text and removal: by the writer, for a day */
  may_change: z.boolean(),
});
export type Note = z.output<typeof noteShape>;

export const listNotes = endpoint({
  name: 'listNotes',
  summary: 'What staff noted about a family and its children: pinned notes first, then the newest (OF10.3)',
  method: 'GET',
  path: '/admin/parents/:id/notes',
  guard: { right: 'families' },
  params: byId,
  item: noteShape,
  refusals: [accountRefusals.parent_not_found],
});

const writing = { guard: { right: 'families_write' }, impersonation: 'refused', params: byId } as const;

export const addNote = endpoint({
  ...writing,
  name: 'addNote',
  summary: 'Note something about a family or one of its children, for staff alone',
  method: 'POST',
  path: '/admin/parents/:id/notes',
  audits: ['note.add'],
  fieldsOf: 'note',
  body: noteFieldsShape.extend({ student_id: idShape.nullable() }),
  item: noteShape,
  refusals: [accountRefusals.parent_not_found, studentRefusals.student_not_found],
});

export const changeNote = endpoint({
  ...writing,
  name: 'changeNote',
  summary: 'Change the text of an own note within a day, or pin or unpin any note',
  method: 'PUT',
  path: '/admin/notes/:id',
  audits: ['note.change'],
  fieldsOf: 'note',
  body: noteFieldsShape,
  item: noteShape,
  refusals: [studentRefusals.note_not_found, studentRefusals.note_closed],
});

export const removeNote = endpoint({
  ...writing,
  name: 'removeNote',
  summary: 'Remove an own note within a day',
  method: 'DELETE',
  path: '/admin/notes/:id',
  audits: ['note.remove'],
  item: 'none',
  refusals: [studentRefusals.note_not_found, studentRefusals.note_closed],
});
