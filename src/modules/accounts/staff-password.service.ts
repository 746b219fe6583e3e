import { brand } from '#brand/selected-brand.ts';
import type { Db } from '#platform/db/database.ts';
import { listPublicNames } from './company.queries.ts';
import { isFitForStaff } from './password-strength.ts';
import { listGivenRoles } from './users.queries.ts';

export async function namesAround(db: Db, email: string): Promise<string[]> {
  return [brand.name, ...(await listPublicNames(db)), email];
}

/**
 * Checks for a staff role, active or pending. Only for the protection of staff accounts; rights follow from
 * the roles of a session.
 */
export async function isStaffMember(db: Db, user_id: number): Promise<boolean> {
  return (await listGivenRoles(db, user_id)).length > 0;
}

/**
 * Decides if the right password opens the account: a staff password must meet today's rule, or accounts
 * promoted later and old passwords would bypass the rule.
 * Source: H2
 */
export async function isPasswordAllowed(
  db: Db,
  { password, email, user_id }: { password: string; email: string; user_id: number },
): Promise<boolean> {
  if (!(await isStaffMember(db, user_id))) return true;
  return isFitForStaff(password, await namesAround(db, email));
}
