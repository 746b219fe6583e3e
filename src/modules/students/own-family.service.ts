import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import type { Db } from '#platform/db/database.ts';
import { guardedAccounts } from './own-family.queries.ts';

type Staff = Pick<Viewer, 'user_id'>;

export async function ownFamiliesAmong(
  db: Db,
  staff: Staff,
  owner_ids: readonly number[],
): Promise<Set<number>> {
  const guarded = await guardedAccounts(db, staff.user_id, owner_ids);
  return new Set(owner_ids.filter((id) => id === staff.user_id || guarded.includes(id)));
}

export const isOwnFamily = async (db: Db, staff: Staff, owner: { user_id: number }): Promise<boolean> =>
  (await ownFamiliesAmong(db, staff, [owner.user_id])).has(owner.user_id);

/** A colleague decides about the money of an own family. @throws Refusal own_order (H4, MH4) */
export async function refuseOwnFamily(db: Db, staff: Staff, owner: { user_id: number }): Promise<void> {
  if (await isOwnFamily(db, staff, owner)) throw new Refusal(accountRefusals.own_order);
}
