import { type FeePayer } from './earliest-charge-day.ts';
import type { MethodRow } from '#modules/billing/methods/methods.queries.ts';

export function payerBy(method: Pick<MethodRow, 'paymentType'> | undefined): FeePayer {
  if (!method) return 'none';
  return method.paymentType === 'paymentTypeAch' ? 'bank' : 'card';
}
