import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { writeAudit } from './audit.ts';
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
  return createHash('sha256').update(before).update(textOfRow(row)).digest();
}

function textOfRow(row: ChainedRow): string {
  const { id, at, actor_id, on_behalf_of_id, action, subject, detail } = row;
  return JSON.stringify([id, at.toISOString(), actor_id, on_behalf_of_id, action, subject, inOrder(detail)]);
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, inOrder((value as Record<string, unknown>)[name])]));
}

type Deps = { db: Database; vault: Vault };
type Chaining = Deps & { clock: Pick<Clock, 'now'> };

const BATCH = 1_000;
const USE = 'audit chain';

export const textOfHead = ({ seq, hash }: { seq: number; hash: Buffer }): string =>
  `${seq}:${hash.toString('hex')}`;

/** Writers of rows never wait for the chain. Portals may run this at once. */
export async function chainAuditLog(deps: Chaining): Promise<void> {
  await noteReplacedKey(deps);
  while ((await chainBatch(deps)) === BATCH);
}

/** Gives the chain a head under the new key, so the old key may leave the ring without later rows (MO9). */
async function noteReplacedKey({ db, vault, clock }: Chaining): Promise<void> {
  await db.transaction(async (tx) => {
    await rows.lockChain(tx);
    const [newest] = await rows.listHeads(tx, { before: Number.MAX_SAFE_INTEGER, limit: 1 });
    const before = newest?.head.key_id;
    if (before === undefined || before === vault.currentKeyId || !vault.hasKey(before)) return;
    if (await rows.hasUnchained(tx)) return;
    const detail = { before, after: vault.currentKeyId };
    await writeAudit(tx, clock.now(), undefined, { action: 'vault.replace_key', subject: 'vault', detail });
  });
}

async function chainBatch({ db, vault, clock }: Chaining): Promise<number> {
  return db.transaction(async (tx) => {
    await rows.lockChain(tx);
    const now = clock.now();
    const settledId = await rows.findSettledId(tx);
    const found = await rows.listUnchained(tx, { after: settledId, limit: BATCH });
    if (found.length === 0) return 0;
    const links = found.map((row) => ({ audit_id: row.id, text: textOfRow(row) }));
    const last = await rows.appendLinks(tx, links);
    await rows.signHead(tx, {
      key_id: vault.currentKeyId,
      signature: vault.sign(USE, textOfHead(last)),
      complete_at: found.length < BATCH ? now : null,
    });
    return found.length;
  });
}

/** A fault of the audit log; `audit_id` is the id of the row, `seq` the number of the link. */
export type AuditFault =
  | { k: 'changed' | 'removed' | 'squeezed_in' | 'back_dated'; audit_id: number }
  | { k: 'text_changed'; audit_id: number; name: string }
  | { k: 'links_removed'; seq: number; to: number }
  | { k: 'link_bogus'; seq: number | string }
  | { k: 'link_removed' | 'link_unsigned' | 'head_unsigned' | 'head_unlike'; seq: number };

export type AuditReport = {
  faults: AuditFault[];
  chained: number;
  waiting: number;
  /** the last link as `SEQ:HASH`, to be noted elsewhere */
  head: string | undefined;
};

/** The most faults of a kind that are named. */
const NAMED = 1_000;

/** @param noted  an earlier head, still expected in the chain */
export async function verifyAuditLog({ db, vault }: Deps, noted?: string): Promise<AuditReport> {
  const settledId = await rows.findSettledId(db);
  const links = await verifyLinks(db, noted);
  const faults = [...links.faults, ...(await verifyHeads({ db, vault }, links.last?.seq ?? 0))];
  for (const seq of await rows.listUncountableLinks(db, NAMED)) faults.push({ k: 'link_bogus', seq });
  for (const audit_id of await rows.listSqueezedIn(db, settledId))
    faults.push({ k: 'squeezed_in', audit_id });
  for (const audit_id of await rows.listBackDated(db, NAMED)) faults.push({ k: 'back_dated', audit_id });
  for (const { id, name } of await rows.listChangedTexts(db, NAMED))
    faults.push({ k: 'text_changed', audit_id: id, name });
  const waiting = await rows.countUnchained(db, settledId);
  return { faults, chained: links.count, waiting, head: links.last && textOfHead(links.last) };
}

type Chained = Awaited<ReturnType<typeof rows.listLinks>>[number];
type Last = { seq: number; hash: Buffer };

/** What is wrong with a link, seen from the link before. After a gap, the hash before is unknown. */
function faultsOf({ link, row }: Chained, last: Last | undefined, lastSigned: number): AuditFault[] {
  const from = (last?.seq ?? 0) + 1;
  const isUnlike =
    row !== null && from === link.seq && !hashOfLink(last?.hash ?? BEFORE_THE_FIRST, row).equals(link.hash);
  // The portal signs a link in the transaction that adds the link.
  if (link.seq > lastSigned && (from < link.seq || !row || isUnlike))
    return [{ k: 'link_bogus', seq: link.seq }];
  const faults: AuditFault[] = [];
  if (from === link.seq - 1) faults.push({ k: 'link_removed', seq: from });
  else if (from < link.seq) faults.push({ k: 'links_removed', seq: from, to: link.seq - 1 });
  if (!row) faults.push({ k: 'removed', audit_id: link.audit_id });
  else if (isUnlike) faults.push({ k: 'changed', audit_id: link.audit_id });
  return faults;
}

async function verifyLinks(db: Database, noted: string | undefined) {
  const faults: AuditFault[] = [];
  const lastSigned = await rows.findLastSignedSeq(db);
  let count = 0;
  let isNotedThere = noted === undefined;
  let last: Last | undefined;
  for (let after = 0; ;) {
    const batch = await rows.listLinks(db, { after, limit: BATCH });
    for (const chained of batch) {
      const found = faultsOf(chained, last, lastSigned);
      faults.push(...found);
      after = chained.link.seq;
      // The check goes on behind a link that was put there, from the link before.
      if (found.some(({ k }) => k === 'link_bogus')) continue;
      isNotedThere ||= textOfHead(chained.link) === noted;
      last = chained.link;
      count += 1;
    }
    if (batch.length < BATCH) break;
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
