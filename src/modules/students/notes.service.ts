import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import { checkIsParent } from '#modules/accounts/profile/users.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { noteTexts } from './encrypted-notes.service.ts';
import { mayChangeNote } from './note-day.ts';
import type { Note } from './notes.contract.ts';
import * as rows from './notes.queries.ts';
import type { NoteRow, WrittenNote } from './notes.queries.ts';
import { studentRefusals } from './students.refusals.ts';
import { readStudent } from './students.service.ts';

type Reading = { now: Date; vault: Vault; viewer: Viewer };
type Acting = Reading & { tx: Tx };

const toNote = ({ now, vault, viewer }: Reading, { note, writer }: WrittenNote): Note => ({
  ...note,
  ...noteTexts.open(vault, note.id, note),
  by: fullName(writer),
  at: note.at.toISOString(),
  edited_at: note.edited_at && note.edited_at.toISOString(),
  may_change: mayChangeNote(note, viewer.user_id, now),
});

/**
 * The notes about a family and its children.
 * @throws Refusal parent_not_found
 */
export async function listNotes(db: Db, reading: Reading, user_id: number): Promise<Note[]> {
  await checkIsParent(db, user_id);
  return (await rows.listNoteRows(db, user_id)).map((row) => toNote(reading, row));
}

type Subject = Pick<NoteRow, 'user_id' | 'student_id'>;

const subjectOf = ({ user_id, student_id }: Subject) =>
  student_id === null ? `user:${user_id}` : `student:${student_id}`;

type Fields = { text: string; is_pinned: boolean };

/** @throws Refusal parent_not_found, student_not_found */
export async function addNote(acting: Acting, subject: Subject, { text, is_pinned }: Fields): Promise<Note> {
  const { tx, now, vault, viewer } = acting;
  await checkIsParent(tx, subject.user_id);
  if (subject.student_id !== null) await readStudent(tx, subject.user_id, subject.student_id);
  const id = await rows.drawNoteId(tx);
  const note = { id, ...subject, is_pinned, by_id: viewer.user_id, at: now };
  await rows.insertNote(tx, { ...note, ...noteTexts.seal(vault, id, { text }) });
  await writeAudit(tx, now, viewer, {
    action: 'note.add',
    subject: subjectOf(subject),
    after: { note_id: id, is_pinned },
  });
  return readNote(acting, id);
}

async function readNote(acting: Acting, id: number): Promise<Note> {
  return toNote(acting, await lock(acting.tx, id));
}

async function lock(tx: Tx, id: number): Promise<WrittenNote> {
  const row = await rows.lockNote(tx, id);
  if (!row) throw new Refusal(studentRefusals.note_not_found);
  return row;
}

function checkMayChange({ now, viewer }: Acting, { note, writer }: WrittenNote): void {
  if (!mayChangeNote(note, viewer.user_id, now))
    throw new Refusal(studentRefusals.note_closed, { data: { staff: fullName(writer) } });
}

/**
 * Everybody pins; the text is changed by the writer, for a day.
 * @throws Refusal note_not_found, note_closed
 */
export async function changeNote(acting: Acting, id: number, fields: Fields): Promise<Note> {
  const { tx, now, vault, viewer } = acting;
  const row = await lock(tx, id);
  const { note } = row;
  const isOtherText = noteTexts.open(vault, id, note).text !== fields.text;
  if (isOtherText) checkMayChange(acting, row);
  if (!isOtherText && note.is_pinned === fields.is_pinned) return toNote(acting, row);
  await rows.updateNote(tx, id, {
    text: isOtherText ? noteTexts.seal(vault, id, { text: fields.text }).text : note.text,
    is_pinned: fields.is_pinned,
    edited_at: isOtherText ? now : note.edited_at,
  });
  await writeAudit(tx, now, viewer, {
    action: 'note.change',
    subject: subjectOf(note),
    before: { note_id: id, is_pinned: note.is_pinned },
    after: { note_id: id, is_pinned: fields.is_pinned },
  });
  return readNote(acting, id);
}

/** @throws Refusal note_not_found, note_closed */
export async function removeNote(acting: Acting, id: number): Promise<void> {
  const { tx, now, viewer } = acting;
  const row = await lock(tx, id);
  checkMayChange(acting, row);
  await rows.deleteNote(tx, id);
  await writeAudit(tx, now, viewer, {
    action: 'note.remove',
    subject: subjectOf(row.note),
    before: { note_id: id, is_pinned: row.note.is_pinned },
  });
}
