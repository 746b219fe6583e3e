import { eq, sql } from 'drizzle-orm';
import { clockSettings } from '#db/tables/platform.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export async function readOffsetMs(db: Db): Promise<number> {
  const [row] = await db.select({ offset_ms: clockSettings.offset_ms }).from(clockSettings);
  return row?.offset_ms ?? 0;
}

/** The time of the database's machine. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ at: string }>(sql`select clock_timestamp() as at`);
  return new Date(rows[0]!.at);
}

/** @returns false if somebody else moved the clock first */
export async function changeOffset(tx: Tx, { from, to }: { from: number; to: number }): Promise<boolean> {
  await tx.insert(clockSettings).values({ offset_ms: 0 }).onConflictDoNothing();
  const moved = await tx
    .update(clockSettings)
    .set({ offset_ms: to })
    .where(eq(clockSettings.offset_ms, from))
    .returning();
  return moved.length > 0;
}
