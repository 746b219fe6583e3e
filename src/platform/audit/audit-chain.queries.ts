import { and, asc, desc, eq, gt, lte, not, notExists, sql } from 'drizzle-orm';
import { auditChain, auditHeads, auditLog } from '#db/tables/platform.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { TEXT_HASHES } from './audit.queries.ts';

/** Any fixed number. */
const CHAIN_LOCK = 7_203_131;

type Head = typeof auditHeads.$inferSelect;

/** The lock ends with the transaction. */
export async function lockChain(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`);
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

export async function hasUnchained(db: Db): Promise<boolean> {
  const found = await listUnchained(db, { after: await findSettledId(db), limit: 1 });
  return found.length > 0;
}

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

/**
 * Adds a link for each row, behind the last one. The owner's function works the hashes out, so the portal's
 * role adds no link of another kind (MH15).
 * @param links  `text` is the row as it is hashed
 * @returns the last link
 */
export async function appendLinks(tx: Tx, links: readonly { audit_id: number; text: string }[]) {
  const ids = links.map(({ audit_id }) => audit_id);
  const texts = links.map(({ text }) => text);
  const { rows } = await tx.execute<{ seq: number; hash: Buffer }>(
    sql`select seq, hash from append_audit_links(${sql.param(ids)}::bigint[], ${sql.param(texts)}::text[])`,
  );
  return rows[0]!;
}

type Signed = Pick<Head, 'key_id' | 'signature' | 'complete_at'>;

/** Signs the last link of the chain. */
export async function signHead(tx: Tx, { key_id, signature, complete_at }: Signed): Promise<void> {
  const at = complete_at?.toISOString() ?? null;
  await tx.execute(sql`select sign_audit_head(${key_id}, ${signature}, ${at}::timestamptz)`);
}

export async function findLastSignedSeq(db: Db): Promise<number> {
  const [head] = await db
    .select({ seq: auditHeads.seq })
    .from(auditHeads)
    .orderBy(desc(auditHeads.seq))
    .limit(1);
  return head?.seq ?? 0;
}

/**
 * Rows of the chain that say to be more than an hour older than a time at which the chain held every row. No
 * transaction lasts an hour, so such a row is back-dated.
 */
export async function listBackDated(db: Db, limit: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`select l.id from audit_chain c
    join audit_log l on l.id = c.audit_id
    cross join lateral (select h.complete_at from audit_heads h
      where h.seq < c.seq and h.complete_at is not null order by h.seq desc limit 1) earlier
    where l.at < earlier.complete_at - interval '1 hour' order by l.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Texts that are not those of their entry, or that an entry of before the hashes did not have. */
export async function listChangedTexts(db: Db, limit: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    select t.audit_id as id, t.name from audit_texts t left join audit_log l on l.id = t.audit_id
    where case when t.key is null then l.detail -> ${TEXT_HASHES}::text ? t.name
      else encode(sha256(t.key || convert_to(t.text, 'UTF8')), 'hex')
        is distinct from l.detail -> ${TEXT_HASHES}::text ->> t.name end
    order by t.audit_id, t.name limit ${limit}`);
  return rows;
}

// Numbers that no link and no row has: the first link is 1, and the next ones count on.
const isCountable = and(
  sql`${auditChain.seq} between 1 and ${Number.MAX_SAFE_INTEGER}`,
  sql`${auditChain.audit_id} between 1 and ${Number.MAX_SAFE_INTEGER}`,
)!;

export async function listUncountableLinks(db: Db, limit: number): Promise<string[]> {
  const found = await db
    .select({ seq: sql<string>`${auditChain.seq}::text` })
    .from(auditChain)
    .where(not(isCountable))
    .limit(limit);
  return found.map(({ seq }) => seq);
}

/** The row is null if missing. */
export const listLinks = (db: Db, { after, limit }: { after: number; limit: number }) =>
  db
    .select({ link: auditChain, row: auditLog })
    .from(auditChain)
    .leftJoin(auditLog, eq(auditLog.id, auditChain.audit_id))
    .where(and(gt(auditChain.seq, after), isCountable))
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
