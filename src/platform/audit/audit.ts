import { createHash, randomBytes } from 'node:crypto';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import {
  AFTER,
  auditedValue,
  BEFORE,
  deleteAuditTexts,
  deleteNetworksBefore,
  findLastAt,
  insertAuditRows,
  insertAuditRowWithTexts,
  TEXT_HASHES,
} from './audit.queries.ts';

export { AFTER, auditedValue, BEFORE, TEXT_HASHES };

/** Ids, sums, days, states and switches by field; a long public text by its hash. Never texts of people. */
export type AuditFields = Record<string, string | number | boolean | null>;

export type AuditEntry = {
  action: string;
  /** `user:12`, `student:40`; ids only, never a name */
  subject: string;
  /** what the entry is about beside the subject, and what changed in no record */
  detail?: AuditFields;
  /** the changed fields of the record, as they were; absent for a new record (HE2.1) */
  before?: AuditFields;
  /** the changed fields, as they are now; absent for a removed record */
  after?: AuditFields;
  /** texts of people, or their network: shown beside the entry, and erased without the entry (H11) */
  texts?: Record<string, string | null | undefined>;
};

/** An impersonator acts on behalf of the impersonated parent. */
export type Actor = Pick<Viewer, 'user_id' | 'impersonator_id'> | undefined;

/** In the transaction of the action: neither stands without the other. */
export async function writeAudit(
  tx: Db,
  now: Date,
  actor: Actor,
  { action, subject, texts = {}, ...entry }: AuditEntry,
): Promise<void> {
  const detail = storedDetail(entry);
  const written = Object.entries(texts).flatMap(([name, text]) => (text ? [underKey(name, text)] : []));
  const row = { at: now, ...actorColumns(actor), action, subject, detail };
  if (written.length === 0) return insertAuditRows(tx, [row]);
  const hashes = Object.fromEntries(written.map(({ name, hash }) => [name, hash]));
  await insertAuditRowWithTexts(tx, { ...row, detail: { ...detail, [TEXT_HASHES]: hashes } }, written);
}

/** Many entries of one action, without texts of people. */
export async function writeAudits(
  tx: Db,
  now: Date,
  actor: Actor,
  entries: readonly Omit<AuditEntry, 'texts'>[],
): Promise<void> {
  const by = { at: now, ...actorColumns(actor) };
  await insertAuditRows(
    tx,
    entries.map(({ action, subject, ...entry }) => ({ ...by, action, subject, detail: storedDetail(entry) })),
  );
}

/** Both sides stand within `detail`, so the chain covers them. */
const storedDetail = ({ detail, before, after }: Pick<AuditEntry, 'detail' | 'before' | 'after'>) => ({
  ...detail,
  ...(before && { [BEFORE]: before }),
  ...(after && { [AFTER]: after }),
});

/** @returns the fields of `after` with another value, on both sides */
export function changedFields(before: AuditFields, after: AuditFields) {
  const changed = Object.keys(after).filter((field) => before[field] !== after[field]);
  const pick = (fields: AuditFields): AuditFields =>
    Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}

const actorColumns = (actor: Actor) => ({
  actor_id: actor?.impersonator_id ?? actor?.user_id ?? null,
  on_behalf_of_id: actor?.impersonator_id ? actor.user_id : null,
});

const KEY_BYTES = 32;

/** The key goes with the text: afterwards the hash tells nothing, however short the text was. */
function underKey(name: string, text: string) {
  const key = randomBytes(KEY_BYTES);
  return { name, text, key, hash: createHash('sha256').update(key).update(text).digest('hex') };
}

export function findLastAudit(db: Db, about: Pick<AuditEntry, 'action' | 'subject'>): Promise<Date | null> {
  return findLastAt(db, about);
}

/** Action, actor and time remain. */
export async function forgetAuditTexts(tx: Db, user_id: number, subjects: readonly string[]): Promise<void> {
  await deleteAuditTexts(tx, { user_id, subjects });
}

export async function forgetNetworks(db: Db, before: Date): Promise<void> {
  await deleteNetworksBefore(db, before);
}
