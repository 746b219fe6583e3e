import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { lockOwnAccount } from '#modules/accounts/sessions/sessions.service.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { StaffMember } from './staff.contract.ts';
import { findStaffRow, listStaffRows, lockStaff, type StaffRow } from './staff.queries.ts';

const toMember = (row: StaffRow): StaffMember => ({
  ...row,
  last_login_at: row.last_login_at && row.last_login_at.toISOString(),
  invited_until: row.invited_until && row.invited_until.toISOString(),
});

export async function listStaff(db: Db): Promise<StaffMember[]> {
  return (await listStaffRows(db)).map(toMember);
}

/** @throws Refusal user_not_found, also for a parent */
export async function getMember(db: Db, id: number): Promise<StaffMember> {
  const row = await findStaffRow(db, id);
  if (!row) throw new Refusal(accountRefusals.user_not_found);
  return toMember(row);
}

/**
 * An invited person without a password yet, whose account can log in afterwards.
 * @throws Refusal invitation_not_found
 */
export async function getInvited(db: Db, id: number): Promise<StaffMember> {
  const row = await findStaffRow(db, id);
  if (!row?.is_pending || row.is_disabled) throw new Refusal(accountRefusals.invitation_not_found);
  return toMember(row);
}

/**
 * Lets one change of staff in at a time.
 * @throws Refusal session_over if a change before has ended the session of this super admin
 */
export async function beginStaffChange(tx: Tx, superAdmin: Viewer): Promise<void> {
  await lockStaff(tx);
  await lockOwnAccount(tx, superAdmin);
}
