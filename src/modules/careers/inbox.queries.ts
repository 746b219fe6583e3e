import { and, asc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { jobApplicationNotes, jobApplications } from '#db/tables/careers.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { begins, isAnyState, isBetween, type InstantSpan } from '#platform/db/filter-conditions.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import { hasWord } from '#platform/db/has-word.ts';
import type { SearchWord } from '#platform/vault/phone-marks.ts';
import type { InboxState } from './inbox.contract.ts';
import { workRows } from '#platform/db/work-rows.ts';

const { id, created_at, trapped_at, handled_at, read_at, name, email, phone_marks, position, work_location } =
  jobApplications;

const IN_STATE: Record<InboxState, SQL> = {
  open: and(isNull(trapped_at), isNull(handled_at))!,
  new: and(isNull(trapped_at), isNull(handled_at), isNull(read_at))!,
  read: and(isNull(trapped_at), isNull(handled_at), isNotNull(read_at))!,
  handled: and(isNull(trapped_at), isNotNull(handled_at))!,
  trapped: isNotNull(trapped_at),
};

/** A word may be part of any unencrypted text, or the end of the phone. */
const isWord = (word: SearchWord) => hasWord([name, email, position, work_location], word, phone_marks);

const fullName = sql<string>`${users.first_name} || ' ' || ${users.last_name}`;

export type InboxFilter = {
  words: readonly SearchWord[];
  state?: readonly InboxState[] | undefined;
  position?: string | undefined;
  place?: string | undefined;
  received?: InstantSpan | undefined;
};

export const listedApplications = ({ words, received, ...asked }: InboxFilter): Listed => ({
  table: jobApplications,
  id,
  where: [
    ...words.map(isWord),
    isAnyState(asked.state, IN_STATE) ?? isNull(trapped_at),
    begins(position, asked.position),
    begins(work_location, asked.place),
    isBetween(created_at, received),
  ],
});

export const INBOX_SORTS: { newest: ListedSort } = { newest: { by: [id], descends: true } };

/** The applications of a page with who has handled them, in no order. */
export async function listApplicationDetails(db: Db, ids: readonly number[]) {
  return db
    .select({ id, row: jobApplications, owner: sql<string | null>`${fullName}` })
    .from(jobApplications)
    .leftJoin(users, eq(users.id, jobApplications.handled_by_id))
    .where(isAnyOf(id, ids));
}

export const countOpenRows = (db: Db): Promise<number> =>
  countRows(db, sql`select 1 from ${jobApplications} where ${IN_STATE.open}`);

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

export const applicationWork = workRows(
  {
    subject: id,
    since: jobApplications.created_at,
    title: name,
    detail: position,
  },
  sql`${jobApplications} where ${IN_STATE.open}`,
);
