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

const isDue = (now: Date, maxTries: number) =>
  and(
    isNull(outbox.sent_at),
    lt(outbox.tries, maxTries),
    or(isNull(outbox.next_try_at), lte(outbox.next_try_at, now)),
  );

/** Takes rows that are due, oldest first, and keeps others off them until the lease ends. */
export async function claimDueRows(
  db: Db,
  { kinds, now, lease_until, maxTries, limit, except }: Claim,
): Promise<OutboxRow[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isDue(now, maxTries), inArray(outbox.kind, kinds), notInArray(outbox.id, except)))
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

/** Whether a row is due, of whatever kind. */
export async function hasDueRow(
  db: Db,
  { now, maxTries }: Pick<Claim, 'now' | 'maxTries'>,
): Promise<boolean> {
  const rows = await db.select({ id: outbox.id }).from(outbox).where(isDue(now, maxTries)).limit(1);
  return rows.length > 0;
}

/** Takes back a claim: the rows are due again at once, as if they had not been claimed. */
export async function releaseRows(db: Db, ids: number[], lease_until: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ tries: sql`${outbox.tries} - 1`, next_try_at: null })
    .where(and(inArray(outbox.id, ids), isNull(outbox.sent_at), eq(outbox.next_try_at, lease_until)));
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
