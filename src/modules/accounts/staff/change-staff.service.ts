import type { z } from 'zod';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { editedMeanwhile } from '#modules/accounts/edited-meanwhile.service.ts';
import { takeCredentials } from '#modules/accounts/passwords/take-credentials.service.ts';
import { logOutEverywhere } from '#modules/accounts/sessions/sessions.service.ts';
import { lockUser, setDisabled, setRole } from '#modules/accounts/users.queries.ts';
import { changedFields, writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { schoolsOf } from './invite-staff.service.ts';
import type { StaffMember } from './staff.contract.ts';
import { beginStaffChange, getMember } from './staff-members.service.ts';
import { mailChange, mailInvitation, tellOfSuperAdmin } from './staff-mails.service.ts';
import { listOtherSuperAdmins, replaceSchools } from './staff.queries.ts';
import type { changedRoleShape } from './staff.shapes.ts';

type ChangedRole = z.output<typeof changedRoleShape>;

/**
 * The last super admin stays; nobody changes the own role, nor ends the own account.
 * @throws Refusal last_super_admin, own_role
 */
async function refuseToLose(tx: Tx, superAdmin: Viewer, { id, role }: StaffMember): Promise<void> {
  const others = role === 'userRoleSuperAdmin' ? await listOtherSuperAdmins(tx, id) : undefined;
  if (others?.length === 0) throw new Refusal(accountRefusals.last_super_admin);
  if (id === superAdmin.user_id) throw new Refusal(accountRefusals.own_role);
}

async function enter(tx: Tx, superAdmin: Viewer, id: number): Promise<StaffMember> {
  await beginStaffChange(tx, superAdmin);
  await lockUser(tx, id);
  return getMember(tx, id);
}

const idsOf = ({ schools }: StaffMember) =>
  schools
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join();

/**
 * Gives another role, or other schools: every session ends, and the person is told. An invited person gets a
 * new invitation. The same role and schools again change nothing.
 * @throws Refusal user_not_found, edited_meanwhile with the present member, account_ended, last_super_admin,
 *   own_role, school_not_found (names the field), session_over
 * Source: OF8.4
 */
export async function changeStaff(
  tx: Tx,
  now: Date,
  superAdmin: Viewer,
  { id, to }: { id: number; to: ChangedRole },
): Promise<void> {
  const before = await enter(tx, superAdmin, id);
  if (before.version !== to.version)
    throw await editedMeanwhile(tx, now, { subject: `user:${id}`, current: before });
  await refuseToLose(tx, superAdmin, before);
  if (before.is_disabled) throw new Refusal(accountRefusals.account_ended);
  const schools = await schoolsOf(tx, to);
  if (to.role === before.role && schools.join() === idsOf(before)) return;
  await setRole(tx, id, { key: to.role, pending_since: before.is_pending ? now : null });
  await replaceSchools(tx, id, schools);
  await logOutEverywhere(tx, now, id, 'role_changed');
  await writeAudit(tx, now, superAdmin, {
    action: 'staff.role',
    subject: `user:${id}`,
    ...changedFields(
      { role: before.role, schools: idsOf(before), version: before.version },
      { role: to.role, schools: schools.join(), version: before.version + 1 },
    ),
  });
  const changed = { ...before, role: to.role };
  if (before.is_pending) await mailInvitation(tx, now, before);
  else await mailChange(tx, now, changed, 'role');
  if (before.role !== to.role) await tellOfSuperAdmin(tx, now, changed);
}

/**
 * Ends an account: every session ends, and nobody logs in. An ended account stays as it is.
 * @returns the account
 * @throws Refusal user_not_found, last_super_admin, own_role, session_over
 */
export async function disableStaff(
  tx: Tx,
  now: Date,
  superAdmin: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<number> {
  const member = await enter(tx, superAdmin, id);
  if (member.is_disabled) return id;
  await refuseToLose(tx, superAdmin, member);
  await setDisabled(tx, id, now);
  await logOutEverywhere(tx, now, id, 'account_disabled');
  await writeAudit(tx, now, superAdmin, {
    action: 'account.disable',
    subject: `user:${id}`,
    before: { disabled: false },
    after: { disabled: true },
    texts: { reason },
  });
  await mailChange(tx, now, member, 'ended');
  return id;
}

/**
 * Opens an ended account again, with the role of before. As at a first role, all credentials are taken, and
 * the role waits for a password chosen by a mailed link (MH1).
 * @param unusable_hash  of a password that nobody knows
 * @returns the account
 * @throws Refusal user_not_found, session_over
 */
export async function enableStaff(
  tx: Tx,
  now: Date,
  superAdmin: Viewer,
  { id, unusable_hash }: { id: number; unusable_hash: string },
): Promise<number> {
  const member = await enter(tx, superAdmin, id);
  if (!member.is_disabled) return id;
  await setDisabled(tx, id, null);
  await setRole(tx, id, { key: member.role, pending_since: now });
  await takeCredentials(tx, now, { user_id: id, password_hash: unusable_hash, reason: 'became_staff' });
  await writeAudit(tx, now, superAdmin, {
    action: 'account.enable',
    subject: `user:${id}`,
    before: { disabled: true, pending: false, version: member.version },
    after: { disabled: false, pending: true, version: member.version + 1 },
  });
  await mailInvitation(tx, now, member);
  await tellOfSuperAdmin(tx, now, member);
  return id;
}
