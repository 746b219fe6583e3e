import type { Viewer } from '#kit/endpoint/viewer.ts';
import { logOutEverywhere } from '#modules/accounts/sessions/sessions.service.ts';
import { checkUserExists } from '#modules/accounts/profile/users.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { listStaffRows } from './staff.queries.ts';

/** Who works here, with their roles. */
export async function listStaff(db: Db) {
  const staff = await listStaffRows(db);
  return staff.map((member) => ({
    ...member,
    last_login_at: member.last_login_at && member.last_login_at.toISOString(),
  }));
}

/**
 * Ends every session of an account at once, for a lost phone or a member of staff who left.
 * @throws Refusal user_not_found
 */
export async function endSessions(tx: Tx, now: Date, superAdmin: Viewer, user_id: number): Promise<void> {
  await checkUserExists(tx, user_id);
  await logOutEverywhere(tx, now, user_id, 'ended_by_staff');
  await writeAudit(tx, now, superAdmin, { action: 'sessions.end', subject: `user:${user_id}` });
}
