import { createHash } from 'node:crypto';
import type { Database } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import * as rows from './audit-chain.queries.ts';

type ChainedRow = {
  id: number;
  at: Date;
  actor_id: number | null;
  on_behalf_of_id: number | null;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
};

export const BEFORE_THE_FIRST: Buffer = Buffer.alloc(32);

/**
 * Computes the hash of a link: SHA-256 of the hash before, 32 bytes, and of the row as JSON: an array of the
 * columns in their order, the instant in UTC with milliseconds, and the names of `detail` in alphabetical
 * order. docs/operations.md repeats this for a check of a copy.
 */
export function hashOfLink(before: Buffer, row: ChainedRow): Buffer {
  const { id, at, actor_id, on_behalf_of_id, action, subject, detail } = row;
  const columns = [id, at.toISOString(), actor_id, on_behalf_of_id, action, subject, inOrder(detail)];
  return createHash('sha256').update(before).update(JSON.stringify(columns)).digest();
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, inOrder((value as Record<string, unknown>)[name])]));
}

type Deps = { db: Database; vault: Vault };

const BATCH = 1_000;
const USE = 'audit chain';

export const textOfHead = ({ seq, hash }: { seq: number; hash: Buffer }): string =>
  `${seq}:${hash.toString('hex')}`;

/** Writers of rows never wait for the chain. Portals may run this at once. */
export async function chainAuditLog(deps: Deps): Promise<void> {
  while ((await chainBatch(deps)) === BATCH);
}

async function chainBatch({ db, vault }: Deps): Promise<number> {
  return db.transaction(async (tx) => {
    await rows.lockChain(tx);
    const settledId = await rows.findSettledId(tx);
    const found = await rows.listUnchained(tx, { after: settledId, limit: BATCH });
    if (found.length === 0) return 0;
    let last = (await rows.findLastLink(tx)) ?? { seq: 0, hash: BEFORE_THE_FIRST };
    const links = found.map((row) => {
      const link = { seq: last.seq + 1, audit_id: row.id, hash: hashOfLink(last.hash, row) };
      last = link;
      return link;
    });
    await rows.insertLinks(tx, links);
    await rows.insertHead(tx, {
      seq: last.seq,
      highest_audit_id: Math.max(await rows.findHighestId(tx), found.at(-1)!.id),
      key_id: vault.currentKeyId,
      signature: vault.sign(USE, textOfHead(last)),
    });
    return found.length;
  });
}

/** A fault of the audit log; `audit_id` is the id of the row, `seq` the number of the link. */
export type AuditFault =
  | { k: 'changed' | 'removed' | 'squeezed_in'; audit_id: number }
  | { k: 'link_removed' | 'link_unsigned' | 'head_unsigned' | 'head_unlike'; seq: number };

export type AuditReport = {
  faults: AuditFault[];
  chained: number;
  waiting: number;
  /** the last link as `SEQ:HASH`, to be noted elsewhere */
  head: string | undefined;
};

/** @param noted  an earlier head, still expected in the chain */
export async function verifyAuditLog({ db, vault }: Deps, noted?: string): Promise<AuditReport> {
  const settledId = await rows.findSettledId(db);
  const links = await verifyLinks(db, noted);
  const faults = [...links.faults, ...(await verifyHeads({ db, vault }, links.last?.seq ?? 0))];
  for (const audit_id of await rows.listSqueezedIn(db, settledId))
    faults.push({ k: 'squeezed_in', audit_id });
  const waiting = await rows.countUnchained(db, settledId);
  return { faults, chained: links.count, waiting, head: links.last && textOfHead(links.last) };
}

async function verifyLinks(db: Database, noted: string | undefined) {
  const faults: AuditFault[] = [];
  let count = 0;
  let isNotedThere = noted === undefined;
  let last: { seq: number; hash: Buffer } | undefined;
  for (let after = 0; ;) {
    const batch = await rows.listLinks(db, { after, limit: BATCH });
    for (const { link, row } of batch) {
      const isNext = link.seq === (last?.seq ?? 0) + 1;
      for (let seq = (last?.seq ?? 0) + 1; seq < link.seq; seq += 1) faults.push({ k: 'link_removed', seq });
      if (!row) faults.push({ k: 'removed', audit_id: link.audit_id });
      // After a gap, the hash before is unknown; the check goes on with the next link.
      else if (isNext && !hashOfLink(last?.hash ?? BEFORE_THE_FIRST, row).equals(link.hash))
        faults.push({ k: 'changed', audit_id: link.audit_id });
      isNotedThere ||= textOfHead(link) === noted;
      last = link;
    }
    count += batch.length;
    if (batch.length < BATCH) break;
    after = last!.seq;
  }
  if (!isNotedThere) faults.push({ k: 'head_unlike', seq: Number(noted!.split(':')[0]) });
  return { faults, count, last };
}

/**
 * The head covers all links before. An older head may be signed with a replaced key, missing from the ring.
 */
async function verifyHeads({ db, vault }: Deps, lastSeq: number): Promise<AuditFault[]> {
  const faults: AuditFault[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (let isNewest = true; ;) {
    const batch = await rows.listHeads(db, { before, limit: BATCH });
    if (isNewest && (batch[0]?.head.seq ?? 0) < lastSeq) faults.push({ k: 'link_unsigned', seq: lastSeq });
    for (const { head, hash } of batch) {
      const isSigned = hash && vault.isSigned(USE, textOfHead({ seq: head.seq, hash }), head.signature);
      if (!isSigned && (isNewest || vault.hasKey(head.key_id)))
        faults.push({ k: 'head_unsigned', seq: head.seq });
      isNewest = false;
      before = head.seq;
    }
    if (batch.length < BATCH) return faults;
  }
}

/** A later stream continues after `seq`. */
export type StreamedRow = { seq: number; hash: string; id: number; at: string } & Record<string, unknown>;

export async function* streamAuditLog(db: Database, after: number): AsyncGenerator<StreamedRow> {
  for (let seq = after; ;) {
    const batch = await rows.listLinks(db, { after: seq, limit: BATCH });
    for (const { link, row } of batch) {
      if (row) yield { seq: link.seq, hash: link.hash.toString('hex'), ...row, at: row.at.toISOString() };
      seq = link.seq;
    }
    if (batch.length < BATCH) return;
  }
}
