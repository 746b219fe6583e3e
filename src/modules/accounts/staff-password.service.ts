import { brand } from '#brand/selected-brand.ts';
import type { Db } from '#platform/db/database.ts';
import { listPublicNames } from './company.queries.ts';
import { isFitForStaff } from './password-strength.ts';
import { listGivenRoles } from './users.queries.ts';

/** What somebody would try as a password of this person: the company, its schools, their email. */
export async function namesAround(db: Db, email: string): Promise<string[]> {
  return [brand.name, ...(await listPublicNames(db)), email];
}

/**
 * Whether an account was given a role of staff, counting or pending. For what protects such an account; its
 * rights follow from the roles of its sessions.
 */
export async function isStaffMember(db: Db, user_id: number): Promise<boolean> {
  return (await listGivenRoles(db, user_id)).length > 0;
}

/**
 * Whether a password that is right opens the account: that of staff has to be one that staff may choose
 * today. An account that became staff's, or had its password before, would go around the rule otherwise.
 * Source: H2
 */
export async function isPasswordAllowed(
  db: Db,
  { password, email, user_id }: { password: string; email: string; user_id: number },
): Promise<boolean> {
  if (!(await isStaffMember(db, user_id))) return true;
  return isFitForStaff(password, await namesAround(db, email));
}
