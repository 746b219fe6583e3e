import { invariant } from '#kit/invariant.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Database, Db } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import {
  OPTION_CATEGORIES,
  type Option,
  type Person,
  type User,
} from '#modules/accounts/accounts.contract.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { isStaffMember } from '#modules/accounts/staff-password.service.ts';
import { isLoginFresh } from '#modules/accounts/sessions/current-password.service.ts';
import { findUser, listOptionRows, listRoles, type UserRow } from '#modules/accounts/users.queries.ts';
import { findPendingEmail } from './email-change.service.ts';
import { userPhones } from './encrypted-phones.service.ts';

export type UserRecord = Omit<UserRow, 'password_hash'>;

/** @throws invariant for an unknown user: ids come from sessions and rows, never from a visitor */
export async function getUser(db: Db, id: number): Promise<UserRecord> {
  const row = await findUser(db, id);
  invariant(row, `user ${id} exists`);
  const { password_hash: _, ...user } = row;
  return user;
}

export async function findMailedAccount(
  db: Db,
  id: number,
): Promise<Pick<UserRow, 'email' | 'email_verified_at' | 'disabled_at'> | undefined> {
  return findUser(db, id);
}

/**
 * Locks a family against new seats, students, addresses and photos from other transactions. Lock the family
 * before a route or a student.
 * Source: H8
 */
export { lockFamily } from '#modules/accounts/users.queries.ts';

/** @throws Refusal user_not_found */
export async function checkUserExists(db: Db, id: number): Promise<void> {
  if (!(await findUser(db, id))) throw new Refusal(accountRefusals.user_not_found);
}

/** @throws Refusal parent_not_found, also for a staff member */
export async function checkIsParent(db: Db, id: number): Promise<void> {
  if (!(await findUser(db, id)) || (await isStaffMember(db, id)))
    throw new Refusal(accountRefusals.parent_not_found);
}

export function personOf(vault: Vault, user: UserRecord): Person {
  return {
    id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    ...userPhones.open(vault, user.id, user),
    is_email_verified: user.email_verified_at !== null,
  };
}

/** Reads the signed-in user for the client; the impersonation flag comes from the token (W11). */
export async function readUser(
  { db, vault }: { db: Database; vault: Vault },
  id: number,
  as?: { viewer: Viewer; now: Date },
): Promise<User> {
  const user = await getUser(db, id);
  return {
    ...personOf(vault, user),
    is_impersonated: as !== undefined && as.viewer.impersonator_id !== null,
    pending_email: (as && (await findPendingEmail(db, as.now, id))) ?? null,
    needs_current_password: as !== undefined && !(await isLoginFresh(db, as.now, as.viewer)),
    needs_second_factor: as?.viewer.lacks_factor ?? false,
    version: user.version,
    roles: await listRoles(db, id),
  };
}

export async function readOptions(db: Db): Promise<Option[]> {
  return (await listOptionRows(db, OPTION_CATEGORIES)) as Option[];
}
