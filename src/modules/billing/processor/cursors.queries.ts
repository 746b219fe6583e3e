import { eq, sql } from 'drizzle-orm';
import { processorCursors } from '#db/tables/billing/processor-events.ts';
import type { Db, Tx } from '#platform/db/database.ts';

type List = (typeof processorCursors.$inferSelect)['list'];

type CursorTimes = Pick<typeof processorCursors.$inferSelect, 'read_until' | 'whole_at'>;

/** `whole_at`: the last complete read; undefined before the first read. */
export async function readCursorTimes(db: Db, list: List): Promise<CursorTimes | undefined> {
  const { read_until, whole_at } = processorCursors;
  const [row] = await db
    .select({ read_until, whole_at })
    .from(processorCursors)
    .where(eq(processorCursors.list, list));
  return row;
}

export async function readCursor(db: Db, list: List): Promise<Date | undefined> {
  return (await readCursorTimes(db, list))?.read_until;
}

/**
 * Never moves back, because another portal may have read further.
 * @param whole_at  now, after a complete read of the list
 */
export async function moveCursor(tx: Tx, list: List, read_until: Date, whole_at?: Date): Promise<void> {
  const further = sql`greatest(${processorCursors.read_until}, excluded.read_until)`;
  await tx
    .insert(processorCursors)
    .values({ list, read_until, whole_at })
    .onConflictDoUpdate({ target: processorCursors.list, set: { read_until: further, whole_at } });
}
