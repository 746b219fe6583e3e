import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import {
  deleteAuditTexts,
  deleteNetworksBefore,
  findLastAt,
  insertAuditRow,
  insertAuditRowWithTexts,
} from './audit.queries.ts';

export type AuditEntry = {
  /** `impersonation.start`, `profile.email`, …: what was done, in dots */
  action: string;
  /** whom or what it was done to: `user:12`, `student:40`; ids only, never a name */
  subject: string;
  /** ids, sums, days and states; never what a person wrote */
  detail?: Record<string, string | number | boolean | null>;
  /** what people wrote, or their network: shown beside the entry, and erased without it (H11) */
  texts?: Record<string, string | null | undefined>;
};

/** Who acts; an impersonator acts on behalf of the parent through whose eyes they look. */
export type Actor = Pick<Viewer, 'user_id' | 'impersonator_id'> | undefined;

/** Writes who did what to whom, in the transaction that does it, so that neither stands without the other. */
export async function writeAudit(
  tx: Db,
  now: Date,
  actor: Actor,
  { action, subject, detail = {}, texts = {} }: AuditEntry,
): Promise<void> {
  const actor_id = actor?.impersonator_id ?? actor?.user_id ?? null;
  const on_behalf_of_id = actor?.impersonator_id ? actor.user_id : null;
  const written = Object.entries(texts).flatMap(([name, text]) => (text ? [{ name, text }] : []));
  const row = { at: now, actor_id, on_behalf_of_id, action, subject, detail };
  if (written.length === 0) return insertAuditRow(tx, row);
  await insertAuditRowWithTexts(tx, row, written);
}

/** When something was last done to a subject; null when it never was. */
export function findLastAudit(db: Db, about: Pick<AuditEntry, 'action' | 'subject'>): Promise<Date | null> {
  return findLastAt(db, about);
}

/** Forgets what was written about a family; that something was done, by whom and when, stays. */
export async function forgetAuditTexts(tx: Db, user_id: number, subjects: readonly string[]): Promise<void> {
  await deleteAuditTexts(tx, { user_id, subjects });
}

/** Forgets where attempts to log in came from, of those before an instant. */
export async function forgetNetworks(db: Db, before: Date): Promise<void> {
  await deleteNetworksBefore(db, before);
}
