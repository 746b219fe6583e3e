import { refuseField } from '#kit/refusal.ts';
import type { Db } from '#platform/db/database.ts';
import { isCommonPassword } from '#platform/passwords/common-passwords.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { isFitForStaff, strengthOf } from '#modules/accounts/password-strength.ts';
import { isStaffMember, namesAround } from '#modules/accounts/staff-password.service.ts';
import { isMerelyName } from './own-names.ts';

/** `user_id` is set for an existing account. */
type NewPassword = { password: string; email: string; user_id?: number };

/**
 * Checks a new password; the schema has checked the length.
 * @throws Refusal password_common, password_is_name, password_guessed; password_for_staff for a staff member
 *   (each names the field)
 * Source: H2, ASVS 6.2.4, 6.2.11
 */
export async function refuseWeakPassword(db: Db, { password, email, user_id }: NewPassword): Promise<void> {
  const refuse = (
    kind: 'password_common' | 'password_is_name' | 'password_guessed' | 'password_for_staff',
  ) => {
    throw refuseField(accountRefusals[kind], 'password');
  };
  if (await isCommonPassword(password)) refuse('password_common');
  const names = await namesAround(db, email);
  if (isMerelyName(password, names)) refuse('password_is_name');
  if ((await strengthOf(password, names)) === 'refused') refuse('password_guessed');
  if (user_id === undefined || !(await isStaffMember(db, user_id))) return;
  if (!(await isFitForStaff(password, names))) refuse('password_for_staff');
}
