import { Refusal } from '#kit/refusal.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { Db } from '#platform/db/database.ts';
import { isFamilyHeld } from './left-alone.queries.ts';

type Payer = {
  user_id: number;
  /** the customer at the processor, if the paying method has a known customer */
  customer?: string;
  isByStaff: boolean;
};

/**
 * Refuses to charge a family with a charge at the processor unknown to this portal, as after a restored
 * backup, until staff settle the matter.
 * @throws Refusal family_held; charge_held to staff
 * Source: S21
 */
export async function refuseHeldFamily(db: Db, { user_id, customer, isByStaff }: Payer): Promise<void> {
  if (await isFamilyHeld(db, user_id, customer))
    throw new Refusal(isByStaff ? billingRefusals.charge_held : billingRefusals.family_held);
}
