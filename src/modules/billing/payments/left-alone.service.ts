import { Refusal } from '#kit/refusal.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { Db } from '#platform/db/database.ts';
import { isFamilyHeld } from './left-alone.queries.ts';

type Payer = {
  user_id: number;
  /** who it is at the processor, where that is known of the method that pays */
  customer?: string;
  /** staff press, who are told what to do about it */
  isByStaff: boolean;
};

/**
 * Refuses to charge a family of which the processor has taken money that this portal does not know of, as
 * after a backup was put back, until a person has seen to it.
 * @throws Refusal family_held; charge_held to staff
 * Source: S21
 */
export async function refuseHeldFamily(db: Db, { user_id, customer, isByStaff }: Payer): Promise<void> {
  if (await isFamilyHeld(db, user_id, customer))
    throw new Refusal(isByStaff ? billingRefusals.charge_held : billingRefusals.family_held);
}
