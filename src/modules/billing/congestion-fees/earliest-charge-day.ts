import { bankingDayFrom } from '#kit/business-days.ts';
import { addDays, dayIn, type PlainDate } from '#kit/plain-date.ts';

export type FeePayer = 'card' | 'bank' | 'none';

/** A bank needs ten days' notice. Without a method, the family knows the fee when choosing a method. */
const FULL_DAYS: Record<FeePayer, number> = { card: 2, none: 2, bank: 10 };

/**
 * The day of the notice does not count. Because charges start in the morning, at least 48 hours pass even
 * around a change of the clocks. A notice to a bank ends on a banking day.
 * Source: S4, MC14, reliability 3.1, docs/domain/congestion-fee.md
 */
export function earliestChargeDay(noticed_at: Date, time_zone: string, paid_by: FeePayer): PlainDate {
  const day = addDays(dayIn(time_zone, noticed_at), FULL_DAYS[paid_by] + 1);
  return paid_by === 'bank' ? bankingDayFrom(day) : day;
}
