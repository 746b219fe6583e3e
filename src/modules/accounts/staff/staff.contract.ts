import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onceRefusals } from '#kit/endpoint/once.refusals.ts';
import { byId, idShape, instantShape, keyHeaders, versionShape } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { STAFF_ROLES } from '#modules/accounts/rights.ts';
import { changedRoleShape, endReasonShape, invitationShape } from './staff.shapes.ts';

export const staffMemberShape = z.object({
  id: idShape,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  /** of the role of a school alone */
  schools: z.array(z.object({ id: idShape, text: z.string() })),
  last_login_at: instantShape.nullable(),
  has_second_factor: z.boolean(),
  is_disabled: z.boolean(),
  /** the role counts once they have chosen a password by the mailed link */
  is_pending: z.boolean(),
  /** until when the link of the last invitation holds; null before the mail is sent */
  invited_until: instantShape.nullable(),
  /** goes up with each change of the role, the name, the address or the phones */
  version: versionShape,
});

export type StaffMember = z.output<typeof staffMemberShape>;

const ofStaff = { guard: { right: 'company' } } as const;
const write = { ...ofStaff, proof: 'recent', item: staffMemberShape } as const;
/** A call that mails is made once for its key, however often it is sent (OF8.7). */
const mails = {
  ...write,
  method: 'POST',
  headers: keyHeaders,
} as const;
const lasting = [
  accountRefusals.last_super_admin,
  accountRefusals.own_role,
  accountRefusals.session_over,
] as const;

export const listStaff = endpoint({
  ...ofStaff,
  name: 'listStaff',
  summary: 'Who works here: roles, schools, second step, last login, invited or ended',
  method: 'GET',
  path: '/admin/staff',
  item: staffMemberShape,
  isOfPeople: true,
  refusals: [],
});

export const inviteStaff = endpoint({
  ...mails,
  name: 'inviteStaff',
  summary: 'Invite a colleague: a link of seven days to choose a password is mailed',
  path: '/admin/staff/invitations',
  audits: ['staff.invite'],
  body: invitationShape,
  refusals: [
    accountRefusals.email_of_family,
    accountRefusals.email_of_staff,
    accountRefusals.school_not_found,
    accountRefusals.session_over,
    onceRefusals.once_key_reused,
  ],
});

export const resendInvitation = endpoint({
  ...mails,
  name: 'resendInvitation',
  summary: 'Mail a new link to an invited colleague; the link before is dead',
  path: '/admin/staff/invitations/:id/resend',
  audits: ['staff.invite_again'],
  params: byId,
  refusals: [
    accountRefusals.invitation_not_found,
    accountRefusals.session_over,
    onceRefusals.once_key_reused,
  ],
});

export const takeBackInvitation = endpoint({
  ...ofStaff,
  proof: 'recent',
  name: 'takeBackInvitation',
  summary: 'Take an invitation back before a password was chosen; the person is told',
  method: 'DELETE',
  path: '/admin/staff/invitations/:id',
  audits: ['staff.take_back'],
  params: byId,
  item: 'none',
  refusals: [accountRefusals.invitation_not_found, accountRefusals.session_over],
});

export const changeStaff = endpoint({
  ...write,
  name: 'changeStaff',
  summary: 'Change the role or the schools of a colleague, whose sessions all end',
  method: 'PUT',
  path: '/admin/staff/:id',
  audits: ['staff.role'],
  params: byId,
  body: changedRoleShape,
  refusals: [
    accountRefusals.user_not_found,
    accountRefusals.edited_meanwhile,
    accountRefusals.account_ended,
    accountRefusals.school_not_found,
    ...lasting,
  ],
});

export const disableStaff = endpoint({
  ...mails,
  name: 'disableStaff',
  summary: 'End the account of a colleague: every session ends, and no login is possible',
  path: '/admin/staff/:id/disable',
  audits: ['account.disable'],
  params: byId,
  body: endReasonShape,
  refusals: [accountRefusals.user_not_found, ...lasting, onceRefusals.once_key_reused],
});

export const enableStaff = endpoint({
  ...mails,
  name: 'enableStaff',
  summary: 'Open an ended account again; the role counts after another password was chosen by a mailed link',
  path: '/admin/staff/:id/enable',
  audits: ['account.enable'],
  params: byId,
  refusals: [accountRefusals.user_not_found, accountRefusals.session_over, onceRefusals.once_key_reused],
});

export const resetStaffFactor = endpoint({
  ...ofStaff,
  name: 'resetStaffFactor',
  summary:
    'Take the second step of the login of another member of staff away, whose phone and codes are lost',
  method: 'POST',
  proof: 'recent',
  path: '/admin/staff/:id/reset-factor',
  audits: ['factor.reset'],
  params: byId,
  item: 'none',
  refusals: [accountRefusals.user_not_found, accountRefusals.own_factor, accountRefusals.nothing_to_reset],
});
