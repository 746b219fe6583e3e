import { and, eq, inArray, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm';
import { outbox } from '#db/tables/platform.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type OutboxRow = typeof outbox.$inferSelect;
export type NewOutboxRow = Pick<OutboxRow, 'kind' | 'ref' | 'payload' | 'created_at'>;

export async function insertOutboxRow(tx: Tx, row: NewOutboxRow): Promise<void> {
  await tx.insert(outbox).values(row).onConflictDoNothing();
}

type Claim = {
  kinds: string[];
  now: Date;
  lease_until: Date;
  maxTries: number;
  limit: number;
  /** rows to leave alone even where their lease has ended */
  except: number[];
};

/** Takes rows that are due, oldest first, and keeps others off them until the lease ends. */
export async function claimDueRows(
  db: Db,
  { kinds, now, lease_until, maxTries, limit, except }: Claim,
): Promise<OutboxRow[]> {
  const isDue = and(
    isNull(outbox.sent_at),
    inArray(outbox.kind, kinds),
    lt(outbox.tries, maxTries),
    notInArray(outbox.id, except),
    or(isNull(outbox.next_try_at), lte(outbox.next_try_at, now)),
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
    .set({ tries: sql`${outbox.tries} + 1`, next_try_at: lease_until })
    .where(inArray(outbox.id, due))
    .returning();
  return claimed.toSorted((a, b) => a.id - b.id);
}

export async function markSent(db: Db, id: number, sent_at: Date): Promise<void> {
  await db.update(outbox).set({ sent_at, last_error: null }).where(eq(outbox.id, id));
}

export async function markFailed(
  db: Db,
  id: number,
  failed: { next_try_at: Date; last_error: string },
): Promise<void> {
  await db.update(outbox).set(failed).where(eq(outbox.id, id));
}
