import type { z } from 'zod';
import { refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { isEmailTaken } from '#modules/accounts/profile/email-change.service.ts';
import { isStaffMember } from '#modules/accounts/staff-password.service.ts';
import { deleteTokensOf } from '#modules/accounts/mailed-tokens.queries.ts';
import {
  eraseUserRow,
  findUserByEmail,
  insertUser,
  lockUser,
  setRole,
  type UserRow,
} from '#modules/accounts/users.queries.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { forgetMailsOf } from '#platform/outbox/outbox.ts';
import type { StaffRole } from '#modules/accounts/rights.ts';
import { beginStaffChange, getInvited } from './staff-members.service.ts';
import { mailChange, mailInvitation, tellOfSuperAdmin } from './staff-mails.service.ts';
import { listSchoolIds, replaceSchools } from './staff.queries.ts';
import { isOfSchools, type invitationShape } from './staff.shapes.ts';

type Invitation = z.output<typeof invitationShape>;
type RoleWanted = { role: StaffRole; school_ids: readonly number[] };

/**
 * The schools of a role, each once; a role of the whole office has none.
 * @throws Refusal school_not_found (names the field)
 */
export async function schoolsOf(tx: Tx, { role, school_ids }: RoleWanted): Promise<number[]> {
  if (!isOfSchools(role)) return [];
  const wanted = [...new Set(school_ids)].toSorted((a, b) => a - b);
  const found = await listSchoolIds(tx, wanted);
  if (found.length < wanted.length) throw refuseField(accountRefusals.school_not_found, 'school_ids');
  return wanted;
}

/**
 * Makes the account of a colleague and mails a link to choose a password. The role counts from then on (MH1);
 * nobody knows the password until then.
 * @param unusable_hash  of a password that nobody knows
 * @returns the account
 * @throws Refusal email_of_family, email_of_staff, school_not_found (each names the field); session_over
 * Source: OF8.4, OF8.5
 */
export async function inviteStaff(
  tx: Tx,
  now: Date,
  superAdmin: Viewer,
  { invitation, unusable_hash }: { invitation: Invitation; unusable_hash: string },
): Promise<number> {
  const { email, role } = invitation;
  await beginStaffChange(tx, superAdmin);
  const schools = await schoolsOf(tx, invitation);
  const made = await makeInvited(tx, now, superAdmin, { invitation, schools, unusable_hash });
  if (!made) throw await takenAddress(tx, email);
  await mailInvitation(tx, now, made);
  await tellOfSuperAdmin(tx, now, { ...made, role });
  return made.id;
}

type Made = {
  invitation: Omit<Invitation, 'school_ids'>;
  schools: readonly number[];
  unusable_hash: string;
};

/**
 * An account whose role waits for the choice of a password.
 * @param actor  undefined for the start of the portal
 * @returns undefined if the address has an account
 */
export async function makeInvited(
  tx: Tx,
  now: Date,
  actor: Viewer | undefined,
  { invitation, schools, unusable_hash }: Made,
): Promise<UserRow | undefined> {
  const { email, first_name, last_name, role } = invitation;
  if (await isEmailTaken(tx, now, email, null)) return undefined;
  const account = { email, first_name, last_name, acknowledged_at: null, created_at: now };
  const made = await insertUser(tx, { ...account, password_hash: unusable_hash });
  if (!made) return undefined;
  await setRole(tx, made.id, { key: role, pending_since: now });
  await replaceSchools(tx, made.id, schools);
  await writeAudit(tx, now, actor, {
    action: 'staff.invite',
    subject: `user:${made.id}`,
    after: { role, schools: schools.join(), pending: true, version: made.version + 1 },
  });
  return made;
}

async function takenAddress(tx: Tx, email: string) {
  const owner = await findUserByEmail(tx, email);
  const isOfStaff = owner !== undefined && (await isStaffMember(tx, owner.id));
  return refuseField(isOfStaff ? accountRefusals.email_of_staff : accountRefusals.email_of_family, 'email', {
    email,
  });
}

/**
 * @returns the account
 * @throws Refusal invitation_not_found, session_over
 */
export async function resendInvitation(tx: Tx, now: Date, superAdmin: Viewer, id: number): Promise<number> {
  await beginStaffChange(tx, superAdmin);
  await lockUser(tx, id);
  const invited = await getInvited(tx, id);
  await mailInvitation(tx, now, invited);
  await writeAudit(tx, now, superAdmin, { action: 'staff.invite_again', subject: `user:${id}` });
  return id;
}

/**
 * Takes the role back before it counts. An account that only the invitation has made is erased, so that its
 * address is free; a family's account stays, without the role.
 * @throws Refusal invitation_not_found, session_over
 */
export async function takeBackInvitation(tx: Tx, now: Date, superAdmin: Viewer, id: number): Promise<void> {
  await beginStaffChange(tx, superAdmin);
  const user = await lockUser(tx, id);
  const invited = await getInvited(tx, id);
  await deleteTokensOf(tx, id);
  await replaceSchools(tx, id, []);
  await setRole(tx, id, { key: null, pending_since: null });
  const isNew = user !== undefined && !user.acknowledged_at && !user.email_verified_at;
  if (isNew) {
    await forgetMailsOf(tx, id);
    await eraseUserRow(tx, id, now);
  }
  await writeAudit(tx, now, superAdmin, {
    action: 'staff.take_back',
    subject: `user:${id}`,
    detail: { erased: isNew },
    before: { role: invited.role },
    after: { role: null },
  });
  await mailChange(tx, now, invited, 'taken_back');
}
