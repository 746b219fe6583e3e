import { eq } from 'drizzle-orm';
import { students } from '#db/tables/students.ts';
import { studentTexts } from '#modules/students/encrypted-texts.service.ts';
import type { Db } from '#platform/db/database.ts';
import { drawId } from '#platform/db/sealed-rows.ts';
import type { Vault } from '#platform/vault/vault.ts';

/** One more child of a family than it could register itself: a copy of one that it has. */
export async function anotherChild(
  { db, vault }: { db: Db; vault: Vault },
  student_id: number,
  changes: { first_name?: string } = {},
): Promise<number> {
  const [row] = await db.select().from(students).where(eq(students.id, student_id));
  const { id: _id, client_key: _key, ...child } = row!;
  const id = await drawId(db, 'students');
  const texts = studentTexts.seal(vault, id, studentTexts.open(vault, student_id, child));
  await db
    .insert(students)
    .overridingSystemValue()
    .values({ ...child, ...changes, id, ...texts });
  return id;
}
