import { eq, sql } from 'drizzle-orm';
import { processorCursors } from '#db/tables/billing/processor-events.ts';
import type { Db, Tx } from '#platform/db/database.ts';

type List = (typeof processorCursors.$inferSelect)['list'];

/** The instant up to which a list of the processor's was read; undefined before the first time. */
export async function readCursor(db: Db, list: List): Promise<Date | undefined> {
  const [row] = await db.select().from(processorCursors).where(eq(processorCursors.list, list));
  return row?.read_until;
}

/**
 * Notes how far a list was read; never back, when another portal has read on meanwhile.
 * @param whole_at  now, when it was read to its end
 */
export async function moveCursor(tx: Tx, list: List, read_until: Date, whole_at?: Date): Promise<void> {
  const further = sql`greatest(${processorCursors.read_until}, excluded.read_until)`;
  await tx
    .insert(processorCursors)
    .values({ list, read_until, whole_at })
    .onConflictDoUpdate({ target: processorCursors.list, set: { read_until: further, whole_at } });
}
