import { desc, eq, inArray, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { notes } from '#db/tables/students.ts';
import { drawId, sealedRows } from '#platform/db/sealed-rows.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type NoteRow = typeof notes.$inferSelect;

export const SEALED_NOTE = ['text'] as const;

export const noteTextRows = sealedRows(notes, SEALED_NOTE);

export const drawNoteId = (tx: Tx) => drawId(tx, 'notes');

const withWriter = (db: Db, isWanted: SQL) =>
  db
    .select({ note: notes, writer: { first_name: users.first_name, last_name: users.last_name } })
    .from(notes)
    .innerJoin(users, eq(users.id, notes.by_id))
    .where(isWanted)
    .orderBy(desc(notes.is_pinned), desc(notes.at), desc(notes.id));

export type WrittenNote = Awaited<ReturnType<typeof withWriter>>[number];

export const listNoteRows = (db: Db, user_id: number): Promise<WrittenNote[]> =>
  withWriter(db, eq(notes.user_id, user_id));

export async function lockNote(tx: Tx, id: number): Promise<WrittenNote | undefined> {
  await tx.select({ id: notes.id }).from(notes).where(eq(notes.id, id)).for('update');
  const [row] = await withWriter(tx, eq(notes.id, id));
  return row;
}

export async function insertNote(tx: Tx, note: typeof notes.$inferInsert): Promise<void> {
  await tx.insert(notes).overridingSystemValue().values(note);
}

export async function updateNote(
  tx: Tx,
  id: number,
  change: Pick<NoteRow, 'text' | 'is_pinned' | 'edited_at'>,
): Promise<void> {
  await tx.update(notes).set(change).where(eq(notes.id, id));
}

export async function deleteNote(tx: Tx, id: number): Promise<void> {
  await tx.delete(notes).where(eq(notes.id, id));
}

export async function deleteNotesOfFamily(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(notes).where(eq(notes.user_id, user_id));
}

export async function deleteNotesOfStudents(tx: Tx, student_ids: readonly number[]): Promise<void> {
  await tx.delete(notes).where(inArray(notes.student_id, [...student_ids]));
}
