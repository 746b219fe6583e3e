import { Refusal } from '#kit/refusal.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { isStaffMember } from '#modules/accounts/staff-password.service.ts';
import { findUser, lockUser, type UserRow } from '#modules/accounts/users.queries.ts';
import type { Db, Tx } from '#platform/db/database.ts';

async function asOpenFamily(db: Db, user: UserRow | undefined): Promise<UserRow> {
  if (!user || user.disabled_at || (await isStaffMember(db, user.id)))
    throw new Refusal(accountRefusals.parent_not_found);
  return user;
}

/** @throws Refusal parent_not_found, also for a member of staff or an ended account */
export async function checkOpenFamily(db: Db, user_id: number): Promise<void> {
  await asOpenFamily(db, await findUser(db, user_id));
}

/** @throws Refusal parent_not_found, also for a member of staff or an ended account */
export const lockOpenFamily = async (tx: Tx, user_id: number): Promise<UserRow> =>
  asOpenFamily(tx, await lockUser(tx, user_id));
