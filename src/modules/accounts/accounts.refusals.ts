import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';
import { tooManyText } from '#kit/text/wait-text.ts';

type Writer = { staff: string; minutes: number };

const editedText = (writer?: Writer): string => {
  if (!writer) return m.server_record_edited();
  return writer.minutes > 1 ? m.server_edited_meanwhile(writer) : m.server_edited_just_now(writer);
};

export const accountRefusals = refusals({
  /** The client shows 'Email address and/or password did not match'; 400, so no refresh starts (W8). */
  invalid_credentials: { status: 400, say: () => 'invalid_credentials' },
  email_taken: { status: 422, say: () => m.server_email_taken() },
  /** for a user who is logged in: the text offers no login */
  email_in_use: { status: 422, say: () => m.server_email_in_use() },
  password_common: { status: 422, say: () => m.server_password_common() },
  password_is_name: { status: 422, say: () => m.server_password_is_name() },
  /** among the first guesses, by the browser's own measure of typed passwords */
  password_guessed: { status: 422, say: () => m.server_password_guessed() },
  password_for_staff: { status: 422, say: () => m.server_password_for_staff() },
  /** the right password, older than the rule of strong staff passwords; 400, so no refresh starts */
  staff_password_outdated: { status: 400, say: () => m.server_staff_password_outdated() },
  user_not_found: { status: 404, say: () => m.server_not_found() },
  profile_edited: { status: 409, say: () => m.server_record_edited() },
  current_password_required: {
    status: 422,
    say: () => m.server_field_required({ field: 'current password' }),
  },
  current_password_wrong: { status: 422, say: () => m.server_current_password_wrong() },
  /** The client asks for a code and logs in again; 400, so no refresh starts. */
  second_factor_required: { status: 400, say: () => 'second_factor_required' },
  second_factor_wrong: { status: 422, say: () => m.server_second_factor_wrong() },
  /** the client opens Security for the enrollment; 403, so no refresh starts */
  second_factor_setup_required: { status: 403, say: () => m.server_second_factor_setup_required() },
  passkey_refused: { status: 400, say: () => m.server_passkey_refused() },
  /** A stranger could have registered the address, and a factor would lock the owner out (MH7). */
  factor_wants_verified_email: { status: 409, say: () => m.server_factor_wants_verified_email() },
  /** The mailbox alone must not remove the second factor of staff. */
  passkeys_of_staff_kept: { status: 403, say: () => m.server_passkeys_of_staff_kept() },
  authenticator_not_found: { status: 404, say: () => m.server_authenticator_not_found() },
  too_many_authenticators: { status: 409, say: () => m.server_too_many_authenticators() },
  own_factor: { status: 403, say: () => m.server_own_factor() },
  nothing_to_reset: { status: 409, say: () => m.server_nothing_to_reset() },
  no_authenticator: { status: 409, say: () => m.server_no_authenticator() },
  /** The client asks for the password and repeats the call; 403, so no refresh starts. */
  proof_required: { status: 403, say: () => m.portal_proof_required() },
  /** Staff may view a parent's account, but not take the account over (U). */
  change_while_impersonating: { status: 403, say: () => m.server_change_while_impersonating() },
  too_many_attempts: { status: 429, say: tooManyText },
  parent_not_found: { status: 404, say: () => m.server_parent_not_found() },
  only_parents_impersonated: { status: 403, say: () => m.server_only_parents_impersonated() },
  /** A super admin closes staff accounts. */
  staff_account_kept: { status: 403, say: () => m.server_staff_account_kept() },
  refused_while_impersonating: { status: 403, say: () => m.server_refused_while_impersonating() },
  /** with the present record, if changed since the writer's last read (OF0.20) */
  edited_meanwhile: { status: 409, say: editedText },
  /** OF8.5: someone at work has an address of their own, apart from the family's */
  email_of_family: { status: 422, say: (about: { email: string }) => m.server_email_of_family(about) },
  email_of_staff: { status: 422, say: (about: { email: string }) => m.server_email_of_staff(about) },
  last_super_admin: { status: 409, say: () => m.server_last_super_admin() },
  own_role: { status: 403, say: () => m.server_own_role() },
  invitation_not_found: { status: 404, say: () => m.server_invitation_not_found() },
  account_ended: { status: 409, say: () => m.server_account_ended() },
  school_not_found: { status: 422, say: () => m.server_school_unknown() },
  /** H4 */
  own_order: { status: 403, say: () => m.server_own_order() },
  refresh_token_dead: { status: 401, say: () => m.server_session_ended() },
  verification_link_dead: { status: 422, say: () => m.server_verification_link_dead() },
  /** same answer as the guard of a call: the session ended during the call */
  session_over: { status: 401, say: () => m.portal_unauthenticated() },
  session_not_found: { status: 404, say: () => m.server_session_not_found() },
  mailed_lately: { status: 409, say: () => m.server_mailed_lately() },
  /** staff mail a family the same thing once a day */
  mailed_today: { status: 409, say: () => m.server_mailed_today() },
  email_verified: { status: 409, say: () => m.server_email_verified() },
  undo_link_dead: { status: 422, say: () => m.server_undo_link_dead() },
  reset_link_dead: { status: 422, say: () => m.server_reset_link_dead() },
});

/** The last three refusals come only after the right password. */
export const loginRefusals = [
  accountRefusals.invalid_credentials,
  accountRefusals.too_many_attempts,
  accountRefusals.staff_password_outdated,
  accountRefusals.second_factor_required,
  accountRefusals.second_factor_wrong,
] as const;

export const newPasswordRefusals = [
  accountRefusals.password_common,
  accountRefusals.password_is_name,
  accountRefusals.password_guessed,
] as const;
