import type { Db } from '#platform/db/database.ts';
import { isStaffMember } from '#modules/accounts/staff-password.service.ts';
import {
  ACCESS_IDLE_MS,
  IMPERSONATION_LIFE_MS,
  SESSION_LIFE_MS,
  STAFF_SESSION_LIFE_MS,
  after,
  earlier,
} from './session-life.ts';
import { listLatestSessions } from './sessions.queries.ts';

type Listed = Awaited<ReturnType<typeof listLatestSessions>>[number];

/**
 * The time when a session runs out by itself, as its tokens do: a session of staff has no refresh token, and
 * an impersonation ends with the session of staff that began it (MH18).
 */
function endOf({ session, last_used_at, begun_at }: Listed, isOfStaff: boolean): Date {
  const { created_at, impersonator_id } = session;
  if (impersonator_id !== null) {
    const ofStaff = begun_at ? after(begun_at, STAFF_SESSION_LIFE_MS) : created_at;
    return earlier(after(created_at, IMPERSONATION_LIFE_MS), ofStaff);
  }
  if (!isOfStaff) return after(created_at, SESSION_LIFE_MS);
  return earlier(after(created_at, STAFF_SESSION_LIFE_MS), after(last_used_at ?? created_at, ACCESS_IDLE_MS));
}

type ListedSession = Listed & { runsOutAt: Date; hasRunOut: boolean };

/** Lists the sessions of an account, the latest first, and says which of them have run out. */
export async function listSessions(
  db: Db,
  now: Date,
  user_id: number,
  which: { limit: number; isOpen?: boolean },
): Promise<ListedSession[]> {
  const isOfStaff = await isStaffMember(db, user_id);
  const found = await listLatestSessions(db, user_id, which);
  return found.map((listed) => {
    const runsOutAt = endOf(listed, isOfStaff);
    return { ...listed, runsOutAt, hasRunOut: !listed.session.ended_at && runsOutAt <= now };
  });
}

const textOf = (at: Date | null) => at && at.toISOString();

export async function listLogins(db: Db, now: Date, user_id: number, limit: number) {
  const found = await listSessions(db, now, user_id, { limit });
  return found.map(({ session, last_used_at, impersonator, runsOutAt, hasRunOut }) => ({
    began_at: session.created_at.toISOString(),
    last_used_at: textOf(last_used_at),
    ended_at: textOf(session.ended_at ?? (hasRunOut ? runsOutAt : null)),
    ended_reason: hasRunOut ? 'run_out' : session.ended_reason,
    ip: session.ip,
    user_agent: session.user_agent,
    impersonator,
    reason: session.impersonation_reason,
  }));
}
