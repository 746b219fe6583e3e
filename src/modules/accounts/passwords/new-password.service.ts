import { brand } from '#brand/selected-brand.ts';
import { refuseField } from '#kit/refusal.ts';
import type { Db } from '#platform/db/database.ts';
import { isCommonPassword } from '#platform/passwords/common-passwords.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { isMerelyName } from './own-names.ts';
import { listPublicNames } from '#modules/accounts/company.queries.ts';

/**
 * Checks a new password; the schema has checked its length.
 * @throws Refusal password_common, password_is_name (both name the field)
 * Source: ASVS 6.2.4, 6.2.11
 */
export async function refuseWeakPassword(
  db: Db,
  { password, email }: { password: string; email: string },
): Promise<void> {
  if (await isCommonPassword(password)) throw refuseField(accountRefusals.password_common, 'password');
  const names = [brand.name, ...(await listPublicNames(db)), email];
  if (isMerelyName(password, names)) throw refuseField(accountRefusals.password_is_name, 'password');
}
