import type { Cents } from '#kit/money.ts';
import type { ConcessionKind } from '#modules/billing/second-person/second-person.states.ts';
import { addDays, daysBetween, plainDate, type PlainDate } from '#kit/plain-date.ts';

type Named = { first_name: string; last_name: string };

export type ReviewedDecision = {
  kind: 'refund' | 'code' | ConcessionKind;
  /** null for an aid code not yet used by an order */
  order_id: number | null;
  at: Date;
  amount_cents: Cents;
  reason: string;
  staff: Named;
  approved_by: Named | null;
};

export type ReviewWeek = { from: PlainDate; until: PlainDate };

const A_MONDAY = plainDate('2024-01-01');

/** On a Monday, the week ended yesterday (H4). */
export function lastWeek(today: PlainDate): ReviewWeek {
  const daysSinceMonday = ((daysBetween(A_MONDAY, today) % 7) + 7) % 7;
  const monday = addDays(today, -daysSinceMonday);
  return { from: addDays(monday, -7), until: addDays(monday, -1) };
}
