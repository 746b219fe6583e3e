import type { Cents } from '#kit/money.ts';
import { addDays, daysBetween, plainDate, type PlainDate } from '#kit/plain-date.ts';

/** What staff gave up of a contract that goes on: money that went back, or that is not owed any more. */
export type ReviewedDecision = {
  kind: 'refund' | 'waiver' | 'lowered';
  order_id: number;
  at: Date;
  amount_cents: Cents;
  reason: string;
  staff: { first_name: string; last_name: string };
};

/** Days from Monday to Sunday. */
export type ReviewWeek = { from: PlainDate; until: PlainDate };

const A_MONDAY = plainDate('2024-01-01');

/**
 * The last week that is over: on a Monday the one that ended yesterday.
 * Source: H4
 */
export function lastWeek(today: PlainDate): ReviewWeek {
  const daysSinceMonday = ((daysBetween(A_MONDAY, today) % 7) + 7) % 7;
  const monday = addDays(today, -daysSinceMonday);
  return { from: addDays(monday, -7), until: addDays(monday, -1) };
}
