import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { networkOf } from '#platform/throttle/throttle.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import type { OwnSession } from './own-sessions.contract.ts';
import { endSessionOfUser, endSessionsBeside } from './sessions.queries.ts';
import { listSessions } from './listed-sessions.service.ts';

/** More open sessions than any account has; ending all others ends unlisted sessions too. */
const SHOWN = 100;

/**
 * Lists the usable sessions of an account, impersonations by staff included.
 * @param ip of the caller, to mark sessions of the same network
 */
export async function listOpenSessions(db: Db, now: Date, viewer: Viewer, ip: string): Promise<OwnSession[]> {
  const found = await listSessions(db, now, viewer.user_id, { limit: SHOWN, isOpen: true });
  return found
    .filter(({ hasRunOut }) => !hasRunOut)
    .map(({ session, last_used_at }) => ({
      id: session.id,
      began_at: session.created_at.toISOString(),
      last_used_at: (last_used_at ?? session.created_at).toISOString(),
      user_agent: session.user_agent,
      network: session.ip && networkOf(session.ip),
      is_current: session.id === viewer.session_id,
      is_same_network: session.ip !== null && networkOf(session.ip) === networkOf(ip),
      is_staff: session.impersonator_id !== null,
    }))
    .toSorted(
      (a, b) => Number(b.is_current) - Number(a.is_current) || b.last_used_at.localeCompare(a.last_used_at),
    );
}

/** @throws Refusal session_not_found for an unknown or ended session, and another user's */
export async function endOneSession(tx: Tx, now: Date, viewer: Viewer, session_id: string): Promise<void> {
  const ended = { ended_at: now, ended_reason: 'ended_by_owner' } as const;
  if (!(await endSessionOfUser(tx, { user_id: viewer.user_id, session_id }, ended)))
    throw new Refusal(accountRefusals.session_not_found);
  await writeAudit(tx, now, viewer, {
    action: 'session.end',
    subject: `user:${viewer.user_id}`,
    detail: { session_id },
  });
}

export async function endOthers(tx: Tx, now: Date, viewer: Viewer): Promise<void> {
  const { user_id, session_id } = viewer;
  await endSessionsBeside(tx, { user_id, session_id }, { ended_at: now, ended_reason: 'ended_by_owner' });
  await writeAudit(tx, now, viewer, {
    action: 'session.end',
    subject: `user:${user_id}`,
    detail: { others: true },
  });
}
