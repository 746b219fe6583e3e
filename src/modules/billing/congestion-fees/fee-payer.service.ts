import { type FeePayer } from './earliest-charge-day.ts';
import type { MethodRow } from '#modules/billing/methods/methods.queries.ts';

/** How the method that would pay counts for a fee's notice. */
export function payerBy(method: Pick<MethodRow, 'paymentType'> | undefined): FeePayer {
  if (!method) return 'none';
  return method.paymentType === 'paymentTypeAch' ? 'bank' : 'card';
}
