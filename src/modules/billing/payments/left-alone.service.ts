import { Refusal } from '#kit/refusal.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { Db } from '#platform/db/database.ts';
import { isFamilyHeld } from './left-alone.queries.ts';

type Payer = {
  user_id: number;
  customer?: string;
  isByStaff: boolean;
};

/**
 * After a restored backup, the family may have been charged already (S21).
 * @throws Refusal family_held; charge_held to staff
 */
export async function refuseHeldFamily(db: Db, { user_id, customer, isByStaff }: Payer): Promise<void> {
  if (await isFamilyHeld(db, user_id, customer))
    throw new Refusal(isByStaff ? billingRefusals.charge_held : billingRefusals.family_held);
}
