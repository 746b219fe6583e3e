import { eq } from 'drizzle-orm';
import { students } from '#db/tables/students.ts';
import type { Db } from '#platform/db/database.ts';

/** One more child of a family than it could register itself: a copy of one that it has. */
export async function anotherChild(db: Db, student_id: number): Promise<number> {
  const [row] = await db.select().from(students).where(eq(students.id, student_id));
  const { id: _id, client_key: _key, ...child } = row!;
  const [made] = await db.insert(students).values(child).returning({ id: students.id });
  return made!.id;
}
