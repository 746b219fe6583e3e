import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { newId, newSecret, newToken } from '#platform/tokens/tokens.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { isStaffMember } from '#modules/accounts/staff-password.service.ts';
import { IMPERSONATION_LIFE_MS, STAFF_SESSION_LIFE_MS, after, earlier } from './session-life.ts';
import { endImpersonationsOver, findLiveSession, insertSession } from './sessions.queries.ts';
import { endOwnSession, storeAccess, type Origin } from './sessions.service.ts';
import { findUser } from '#modules/accounts/users.queries.ts';

export type WishToImpersonate = { staff: Viewer; parentId: number; reason: string; origin: Origin };

export type Impersonation = { access_token: string; expires_in: number; user_id: number };

/**
 * Lets staff view a parent's account for an hour: a separate session beside the staff session, without a
 * refresh token. The staff session ends the impersonation, by its end or by its twelve hours.
 * @throws Refusal parent_not_found; only_parents_impersonated for staff, the caller included; session_over
 * Source: U, MH18, reliability 5.3
 */
export async function beginImpersonation(
  tx: Tx,
  now: Date,
  { staff, parentId, reason, origin }: WishToImpersonate,
): Promise<Impersonation> {
  const parent = await findUser(tx, parentId);
  if (!parent || parent.disabled_at) throw new Refusal(accountRefusals.parent_not_found);
  if (await isStaffMember(tx, parentId)) throw new Refusal(accountRefusals.only_parents_impersonated);
  const own = await findLiveSession(tx, staff.session_id);
  if (!own) throw new Refusal(accountRefusals.session_over);
  const session = await insertSession(tx, {
    id: newId(),
    user_id: parentId,
    impersonator_id: staff.user_id,
    impersonation_reason: reason,
    begun_in: staff.session_id,
    secret: newSecret(),
    ...origin,
    created_at: now,
  });
  const access_token = newToken();
  const ownEndsAt = after(own.session.created_at, STAFF_SESSION_LIFE_MS);
  const endsAt = earlier(after(now, IMPERSONATION_LIFE_MS), ownEndsAt);
  await storeAccess(tx, now, session, { token: access_token, endsAt });
  await writeAudit(tx, now, staff, {
    action: 'impersonation.start',
    subject: `user:${parentId}`,
    texts: { reason },
  });
  const expires_in = Math.ceil((endsAt.getTime() - now.getTime()) / 1000);
  return { access_token, expires_in, user_id: parentId };
}

/**
 * Ends the impersonation of the call; the staff session goes on. Does nothing outside of an impersonation.
 */
export async function stopImpersonation(tx: Tx, now: Date, viewer: Viewer): Promise<void> {
  if (viewer.impersonator_id === null) return;
  await endOwnSession(tx, now, viewer, 'impersonation_stopped');
  await writeAudit(tx, now, viewer, { action: 'impersonation.stop', subject: `user:${viewer.user_id}` });
}

export async function expireImpersonations(tx: Tx, now: Date): Promise<void> {
  const lives = { impersonation: IMPERSONATION_LIFE_MS, ofStaff: STAFF_SESSION_LIFE_MS };
  for (const ended of await endImpersonationsOver(tx, now, 'impersonation_expired', lives)) {
    const actor = { user_id: ended.user_id, impersonator_id: ended.impersonator_id };
    await writeAudit(tx, ended.ended_at ?? now, actor, {
      action: 'impersonation.expire',
      subject: `user:${ended.user_id}`,
    });
  }
}

/** @throws Refusal refused_while_impersonating: only the parent may prove, pay or be reached (U) */
export function refuseImpersonator(viewer: Pick<Viewer, 'impersonator_id'>): void {
  if (viewer.impersonator_id !== null) throw new Refusal(accountRefusals.refused_while_impersonating);
}
