import type { Place } from '#kit/list/list-endpoint.ts';
import { pageOfRows } from '#platform/db/page-of-rows.ts';
import { and, asc, count, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { jobApplicationNotes, jobApplications } from '#db/tables/careers.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { likeText } from '#platform/db/like-text.ts';
import type { SearchWord } from '#platform/vault/phone-marks.ts';
import type { InboxView } from './inbox.contract.ts';

const { id, trapped_at, handled_at, name, email, phone_marks, position, work_location } = jobApplications;

const SHOWN: Record<InboxView, SQL | undefined> = {
  open: and(isNull(trapped_at), isNull(handled_at)),
  handled: and(isNull(trapped_at), isNotNull(handled_at)),
  trapped: isNotNull(trapped_at),
};

/** A word may be part of any unencrypted text, or the end of the phone. */
const hasWord = ({ text, marks }: SearchWord) =>
  sql`(search_letters(${text}) <> '' and
      search_letters(concat_ws('/', ${name}, ${email}, ${position}, ${work_location}))
      like '%' || search_letters(${likeText(text)}) || '%'
    or ${phone_marks} && ${sql.param(marks, phone_marks)})`;

export type InboxFilter = { words: readonly SearchWord[]; show: InboxView };

export async function listApplicationRows(db: Db, { words, show }: InboxFilter, place: Place) {
  const { isBehind, orderBy, limit } = pageOfRows({ by: [id], descends: true }, place);
  const isWanted = and(SHOWN[show], ...words.map(hasWord), isBehind);
  return db
    .select()
    .from(jobApplications)
    .where(isWanted)
    .orderBy(...orderBy)
    .limit(limit);
}

export async function countApplications(db: Db, { words, show }: InboxFilter): Promise<number> {
  const [found] = await db
    .select({ n: count() })
    .from(jobApplications)
    .where(and(SHOWN[show], ...words.map(hasWord)));
  return found!.n;
}

const fullName = sql<string>`${users.first_name} || ' ' || ${users.last_name}`;

export async function findWithHandler(db: Db, application_id: number) {
  const [found] = await db
    .select({ row: jobApplications, handledBy: sql<string | null>`${fullName}` })
    .from(jobApplications)
    .leftJoin(users, eq(users.id, jobApplications.handled_by_id))
    .where(eq(id, application_id));
  return found;
}

export async function listNotes(db: Db, application_id: number) {
  const { id: noteId, text, created_at } = jobApplicationNotes;
  return db
    .select({ id: noteId, text, author: fullName, created_at })
    .from(jobApplicationNotes)
    .innerJoin(users, eq(users.id, jobApplicationNotes.author_id))
    .where(eq(jobApplicationNotes.application_id, application_id))
    .orderBy(asc(noteId));
}

/** Two people cannot change an application at once. */
export async function lockApplication(tx: Tx, application_id: number) {
  const [row] = await tx.select().from(jobApplications).where(eq(id, application_id)).for('update');
  return row;
}

type Marks = Partial<
  Pick<typeof jobApplications.$inferInsert, 'read_at' | 'handled_at' | 'handled_by_id' | 'trapped_at'>
>;

export async function setMarks(tx: Tx, application_id: number, marks: Marks): Promise<void> {
  await tx.update(jobApplications).set(marks).where(eq(id, application_id));
}

type NewNote = Omit<typeof jobApplicationNotes.$inferInsert, 'application_id'>;

export async function insertNote(tx: Tx, application_id: number, note: NewNote): Promise<number> {
  const [row] = await tx
    .insert(jobApplicationNotes)
    .values({ ...note, application_id })
    .returning({ id: jobApplicationNotes.id });
  return row!.id;
}
