import { addDays, dayIn, type PlainDate } from '#kit/plain-date.ts';

/** What would pay a fee at the moment of its notice. */
export type FeePayer = 'card' | 'bank' | 'none';

/**
 * Full company days between the notice and the charge. A bank account is debited for a changed amount after
 * ten days' notice at the earliest; without any method it is the next one's, which the family chooses knowing
 * the fee.
 */
const FULL_DAYS: Record<FeePayer, number> = { card: 2, none: 2, bank: 10 };

/**
 * The first day on which a fee may be charged. The day of the notice does not count, however early it went
 * out, and a day is the company's, be it of 23 or 25 hours; charges begin in the morning, so 48 hours have
 * passed in any case.
 * Source: S4, reliability 3.1, docs/domain/congestion-fee.md
 */
export function earliestChargeDay(noticed_at: Date, time_zone: string, paid_by: FeePayer): PlainDate {
  return addDays(dayIn(time_zone, noticed_at), FULL_DAYS[paid_by] + 1);
}
