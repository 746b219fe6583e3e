import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import { insertAuditRow } from './audit.queries.ts';

export type AuditEntry = {
  /** `impersonation.start`, `profile.email`, …: what was done, in dots */
  action: string;
  /** whom or what it was done to: `user:12`, `student:40`; ids only, never a name */
  subject: string;
  detail?: Record<string, string | number | boolean | null>;
};

/** Who acts; an impersonator acts on behalf of the parent through whose eyes they look. */
export type Actor = Pick<Viewer, 'user_id' | 'impersonator_id'> | undefined;

/** Writes who did what to whom, in the transaction that does it, so that neither stands without the other. */
export async function writeAudit(
  tx: Db,
  now: Date,
  actor: Actor,
  { action, subject, detail = {} }: AuditEntry,
): Promise<void> {
  const actor_id = actor?.impersonator_id ?? actor?.user_id ?? null;
  const on_behalf_of_id = actor?.impersonator_id ? actor.user_id : null;
  await insertAuditRow(tx, { at: now, actor_id, on_behalf_of_id, action, subject, detail });
}
