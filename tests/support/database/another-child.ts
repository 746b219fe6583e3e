import { eq } from 'drizzle-orm';
import { students } from '#db/tables/students.ts';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { studentTexts } from '#modules/students/encrypted-texts.service.ts';
import type { Db } from '#platform/db/database.ts';
import { drawId } from '#platform/db/sealed-rows.ts';
import type { Vault } from '#platform/vault/vault.ts';

/** One more child of a family than it could register itself: a copy of a child, born on another day. */
export async function anotherChild(
  { db, vault }: { db: Db; vault: Vault },
  student_id: number,
  changes: { first_name?: string } = {},
): Promise<number> {
  const [row] = await db.select().from(students).where(eq(students.id, student_id));
  const { id: _id, client_key: _key, ...child } = row!;
  const id = await drawId(db, 'students');
  const date_of_birth = addDays(plainDate('2010-01-01'), id % 3000);
  const opened = studentTexts.open(vault, student_id, child);
  const texts = studentTexts.seal(vault, id, { ...opened, date_of_birth });
  await db
    .insert(students)
    .overridingSystemValue()
    .values({ ...child, ...changes, id, ...texts });
  return id;
}
