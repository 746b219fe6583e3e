import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { HOUR_MS } from '#kit/durations.ts';
import type { MailFault } from '#kit/mail-faults.ts';
import { erasedValues } from '#db/tables/erasure.ts';
import { outbox, outboxErasure } from '#db/tables/platform.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';

export type OutboxRow = typeof outbox.$inferSelect;
export type NewOutboxRow = Pick<OutboxRow, 'kind' | 'ref' | 'words' | 'created_at'> & { payload: object };

const insertOnce = prepared((db, { rows }: Slots<{ rows: string }>) =>
  db.execute(sql`insert into ${outbox} (kind, ref, payload, words, created_at)
    select kind, ref, payload, words, created_at from jsonb_to_recordset(${rows})
      as mail (kind text, ref text, payload jsonb, words jsonb, created_at timestamptz)
    on conflict do nothing`),
);

export async function insertOutboxRows(tx: Tx, rows: readonly NewOutboxRow[]): Promise<void> {
  await insertOnce(tx, { rows: JSON.stringify(rows) });
}

export async function isQueued(db: Db, { kind, ref }: Pick<OutboxRow, 'kind' | 'ref'>): Promise<boolean> {
  const found = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.kind, kind), eq(outbox.ref, ref)));
  return found.length > 0;
}

type Claim = {
  kinds: string[];
  now: Date;
  lease_until: Date;
  limit: number;
  except: number[];
};

const isWaiting = and(isNull(outbox.sent_at), isNull(outbox.given_up_at));

const isDue = (now: Date) => and(isWaiting, or(isNull(outbox.next_try_at), lte(outbox.next_try_at, now)));

// An update returns rows in no order.
const inTurn = (a: OutboxRow, b: OutboxRow) => Number(a.tries > 1) - Number(b.tries > 1) || a.id - b.id;

/** Rows without an attempt come first, so failing rows hold up no others (H16). */
export async function claimDueRows(
  db: Db,
  { kinds, now, lease_until, limit, except }: Claim,
): Promise<OutboxRow[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isDue(now), inArray(outbox.kind, kinds), notInArray(outbox.id, except)))
    .orderBy(sql`(${outbox.tries} > 0)`, sql`${outbox.next_try_at} nulls first`, outbox.id)
    .limit(limit)
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(outbox)
    .set({ tries: sql`${outbox.tries} + 1`, next_try_at: lease_until })
    .where(inArray(outbox.id, due))
    .returning();
  return claimed.toSorted(inTurn);
}

export async function hasDueRow(db: Db, now: Date): Promise<boolean> {
  const rows = await db.select({ id: outbox.id }).from(outbox).where(isDue(now)).limit(1);
  return rows.length > 0;
}

export async function countWaitingRows(db: Db): Promise<{ waiting: number; oldest_at: Date | null }> {
  const [row] = await db
    .select({ waiting: count(), oldest_at: min(outbox.created_at) })
    .from(outbox)
    .where(isWaiting);
  return row!;
}

export async function releaseRows(db: Db, ids: number[], lease_until: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ tries: sql`${outbox.tries} - 1`, next_try_at: null })
    .where(and(inArray(outbox.id, ids), isNull(outbox.sent_at), eq(outbox.next_try_at, lease_until)));
}

const setSent = prepared((db, { id, sent_at }: Slots<{ id: number; sent_at: Date }>) =>
  db
    .update(outbox)
    .set({ sent_at, ...erasedValues(outboxErasure, 'account'), fault: null, refused_since: null })
    .where(eq(outbox.id, id)),
);

export async function markSent(db: Db, id: number, sent_at: Date): Promise<void> {
  await setSent(db, { id, sent_at });
}

/** Marks a mail that has become pointless as sent, without an attempt: the mail server was not asked. */
export async function markPointless(db: Db, id: number, sent_at: Date): Promise<void> {
  await setSent(db, { id, sent_at });
  await db.update(outbox).set({ tries: 0 }).where(eq(outbox.id, id));
}

/** Rows to look through for a sent mail: an index of `sent_at` would cost every mail a write. */
const RECENT_ROWS = 2_000;

/** Whether the mail server has taken a mail after an instant. */
export async function hasTakenMailSince(db: Db, since: Date): Promise<boolean> {
  const recent = db
    .select({ sent_at: outbox.sent_at, tries: outbox.tries })
    .from(outbox)
    .orderBy(desc(outbox.id))
    .limit(RECENT_ROWS)
    .as('recent');
  const rows = await db
    .select({ tries: recent.tries })
    .from(recent)
    .where(and(gt(recent.sent_at, since), gt(recent.tries, 0)))
    .limit(1);
  return rows.length > 0;
}

export async function deleteOutboxRowsOf(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(outbox).where(sql`${outbox.payload} ->> 'user_id' = ${String(user_id)}`);
}

export async function eraseOutboxRowsOf(tx: Tx, order_ids: readonly number[]): Promise<void> {
  await tx
    .update(outbox)
    .set(erasedValues(outboxErasure, 'account'))
    .where(sql`(${outbox.payload} ->> 'order_id')::bigint = any(${sql.param([...order_ids])}::bigint[])`);
}

export async function eraseWordsGivenUp(db: Db, before: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ words: FORGOTTEN })
    .where(and(lt(outbox.given_up_at, before), isNotNull(outbox.words), hasItsWords));
}

/** What is left of words that were erased. Without its words a mail cannot be written again (MO4). */
const FORGOTTEN = {};

/** Whether a given-up mail still has whatever it is written from. */
export const hasItsWords = sql<boolean>`${outbox.words} is distinct from '{}'::jsonb`;

export async function deleteUntried(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .delete(outbox)
    .where(and(inArray(outbox.id, [...ids]), isWaiting, eq(outbox.tries, 0)))
    .returning({ id: outbox.id });
  return rows.map(({ id }) => id);
}

export async function markFailed(
  db: Db,
  id: number,
  failed: Pick<OutboxRow, 'next_try_at' | 'given_up_at' | 'last_error' | 'fault' | 'refused_since'>,
): Promise<void> {
  await db.update(outbox).set(failed).where(eq(outbox.id, id));
}

const isGivenUp = and(isNull(outbox.sent_at), isNotNull(outbox.given_up_at));

/** @returns whether the mail was given up */
export async function clearGivenUp(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx
    .update(outbox)
    .set({ given_up_at: null, next_try_at: null, tries: 0, fault: null, refused_since: null })
    .where(and(eq(outbox.id, id), isGivenUp, hasItsWords))
    .returning({ id: outbox.id });
  return rows.length > 0;
}

export type MailFaults = { given_up: number; refused: Partial<Record<MailFault, number>> };

/** Mails that were given up, and waiting mails that the mail server refuses, by what it refuses. */
export async function countFaults(db: Db): Promise<MailFaults> {
  const [givenUp] = await db.select({ n: count() }).from(outbox).where(isGivenUp);
  const refused = await db
    .select({ fault: outbox.fault, n: count() })
    .from(outbox)
    .where(and(isWaiting, isNotNull(outbox.fault)))
    .groupBy(outbox.fault);
  return { given_up: givenUp!.n, refused: Object.fromEntries(refused.map(({ fault, n }) => [fault, n])) };
}

export type MailCounts = MailFaults & { waiting: number; oldest_at: string | null; sent_in_an_hour: number };

/** What waits, was given up, is refused and was sent, in one statement. */
export async function countMails(db: Db, now: Date): Promise<MailCounts> {
  const hourAgo = new Date(now.getTime() - HOUR_MS).toISOString();
  const { rows } = await db.execute<MailCounts>(sql`select
    (select count(*)::int from ${outbox} where ${isWaiting}) as waiting,
    (select min(${outbox.created_at}) from ${outbox} where ${isWaiting}) as oldest_at,
    (select count(*)::int from ${outbox} where ${isGivenUp}) as given_up,
    (select coalesce(jsonb_object_agg(fault, n), '{}') from (select ${outbox.fault}, count(*) as n
      from ${outbox} where ${and(isWaiting, isNotNull(outbox.fault))} group by 1) refused) as refused,
    (select count(*)::int from (select sent_at, tries from ${outbox}
        order by id desc limit ${RECENT_ROWS}) recent
      where tries > 0 and sent_at > ${hourAgo}::timestamptz) as sent_in_an_hour`);
  return rows[0]!;
}
