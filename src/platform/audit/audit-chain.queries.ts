import { and, asc, desc, eq, gt, lte, notExists, sql } from 'drizzle-orm';
import { auditChain, auditHeads, auditLog } from '#db/tables/platform.ts';
import type { Db, Tx } from '#platform/db/database.ts';

/** Any fixed number. */
const CHAIN_LOCK = 7_203_131;

export type Link = typeof auditChain.$inferSelect;
export type Head = typeof auditHeads.$inferSelect;

/** The lock ends with the transaction. */
export async function lockChain(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`);
}

export async function findLastLink(db: Db): Promise<Link | undefined> {
  const [last] = await db.select().from(auditChain).orderBy(desc(auditChain.seq)).limit(1);
  return last;
}

export async function findHighestId(db: Db): Promise<number> {
  const [head] = await db
    .select({ id: auditHeads.highest_audit_id })
    .from(auditHeads)
    .orderBy(desc(auditHeads.seq))
    .limit(1);
  return head?.id ?? 0;
}

/**
 * No transaction with an audit row lasts an hour: a row without a link and with an id below the highest id of
 * an hour ago was squeezed in.
 */
export async function findSettledId(db: Db): Promise<number> {
  const [head] = await db
    .select({ id: auditHeads.highest_audit_id })
    .from(auditHeads)
    .where(lte(auditHeads.signed_at, sql`now() - interval '1 hour'`))
    .orderBy(desc(auditHeads.seq))
    .limit(1);
  return head?.id ?? 0;
}

const hasNoLink = (db: Db) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(auditChain)
      .where(eq(auditChain.audit_id, auditLog.id)),
  );

export const listUnchained = (db: Db, { after, limit }: { after: number; limit: number }) =>
  db
    .select()
    .from(auditLog)
    .where(and(gt(auditLog.id, after), hasNoLink(db)))
    .orderBy(asc(auditLog.id))
    .limit(limit);

export async function listSqueezedIn(db: Db, settledId: number): Promise<number[]> {
  const found = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(lte(auditLog.id, settledId), hasNoLink(db)))
    .orderBy(asc(auditLog.id))
    .limit(1_000);
  return found.map(({ id }) => id);
}

export async function countUnchained(db: Db, settledId: number): Promise<number> {
  return db.$count(auditLog, and(gt(auditLog.id, settledId), hasNoLink(db)));
}

export async function insertLinks(tx: Tx, links: Link[]): Promise<void> {
  await tx.insert(auditChain).values(links);
}

export async function insertHead(tx: Tx, head: Omit<Head, 'signed_at'>): Promise<void> {
  await tx.insert(auditHeads).values(head);
}

/** The row is null if missing. */
export const listLinks = (db: Db, { after, limit }: { after: number; limit: number }) =>
  db
    .select({ link: auditChain, row: auditLog })
    .from(auditChain)
    .leftJoin(auditLog, eq(auditLog.id, auditChain.audit_id))
    .where(gt(auditChain.seq, after))
    .orderBy(asc(auditChain.seq))
    .limit(limit);

export const listHeads = (db: Db, { before, limit }: { before: number; limit: number }) =>
  db
    .select({ head: auditHeads, hash: auditChain.hash })
    .from(auditHeads)
    .leftJoin(auditChain, eq(auditChain.seq, auditHeads.seq))
    .where(sql`${auditHeads.seq} < ${before}`)
    .orderBy(desc(auditHeads.seq))
    .limit(limit);
