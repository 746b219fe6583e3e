import { eq } from 'drizzle-orm';
import { students } from '#db/tables/students.ts';
import { addDays, plainDate, type PlainDate } from '#kit/plain-date.ts';
import { studentTexts } from '#modules/students/encrypted-texts.service.ts';
import type { Db } from '#platform/db/database.ts';
import { drawId } from '#platform/db/sealed-rows.ts';
import type { Vault } from '#platform/vault/vault.ts';

type Changes = { first_name?: string; user_id?: number; guardian_2_email?: string };

/** One more child of a family than it could register itself: a copy of a child, born on another day. */
export const anotherChild = (deps: Deps, student_id: number, changes: Changes = {}): Promise<number> =>
  copyChild(deps, student_id, (id) => ({
    ...changes,
    date_of_birth: addDays(plainDate('2010-01-01'), id % 3000),
  }));

/** The same child once more: a second record of the account, or a record of another account (MC10). */
export const theSameChild = (deps: Deps, student_id: number, changes: Changes = {}): Promise<number> =>
  copyChild(deps, student_id, () => changes);

type Deps = { db: Db; vault: Vault };

async function copyChild(
  { db, vault }: Deps,
  student_id: number,
  changesOf: (id: number) => Changes & { date_of_birth?: PlainDate },
): Promise<number> {
  const [row] = await db.select().from(students).where(eq(students.id, student_id));
  const { id: _id, client_key: _key, ...child } = row!;
  const id = await drawId(db, 'students');
  const { date_of_birth, ...changes } = changesOf(id);
  const opened = studentTexts.open(vault, student_id, child);
  const texts = studentTexts.seal(vault, id, { ...opened, ...(date_of_birth && { date_of_birth }) });
  await db
    .insert(students)
    .overridingSystemValue()
    .values({ ...child, ...changes, id, ...texts });
  return id;
}
