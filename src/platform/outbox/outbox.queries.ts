import { and, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { outbox } from '#db/tables/platform.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type OutboxRow = typeof outbox.$inferSelect;
export type NewOutboxRow = Pick<OutboxRow, 'kind' | 'ref' | 'payload' | 'createdAt'>;

export async function insertOutboxRow(tx: Tx, row: NewOutboxRow): Promise<void> {
  await tx.insert(outbox).values(row).onConflictDoNothing();
}

type Claim = { kinds: string[]; now: Date; leaseUntil: Date; maxTries: number; limit: number };

/** Takes rows that are due, oldest first, and keeps others off them until the lease ends. */
export async function claimDueRows(
  db: Db,
  { kinds, now, leaseUntil, maxTries, limit }: Claim,
): Promise<OutboxRow[]> {
  const isDue = and(
    isNull(outbox.sentAt),
    inArray(outbox.kind, kinds),
    lt(outbox.tries, maxTries),
    or(isNull(outbox.nextTryAt), lte(outbox.nextTryAt, now)),
  );
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(isDue)
    .orderBy(outbox.id)
    .limit(limit)
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(outbox)
    .set({ tries: sql`${outbox.tries} + 1`, nextTryAt: leaseUntil })
    .where(inArray(outbox.id, due))
    .returning();
  return claimed.toSorted((a, b) => a.id - b.id);
}

export async function markSent(db: Db, id: number, sentAt: Date): Promise<void> {
  await db.update(outbox).set({ sentAt, lastError: null }).where(eq(outbox.id, id));
}

export async function markFailed(
  db: Db,
  id: number,
  failed: { nextTryAt: Date; lastError: string },
): Promise<void> {
  await db.update(outbox).set(failed).where(eq(outbox.id, id));
}
