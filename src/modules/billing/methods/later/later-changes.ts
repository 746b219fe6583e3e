import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';

export type ShownCharge = {
  /** brand and last four digits; null if nothing can be charged */
  method: string | null;
  total_cents: Cents;
};

export type LaterChange = { payment_id: number; pay_on: PlainDate; before: ShownCharge; after: ShownCharge };

export const notifiedOf = (payment: {
  notified_method: string | null;
  notified_total_cents: Cents | null;
}): ShownCharge | null =>
  payment.notified_total_cents === null
    ? null
    : { method: payment.notified_method, total_cents: payment.notified_total_cents };

export const isSameCharge = (one: ShownCharge | null, other: ShownCharge): boolean =>
  one !== null && one.method === other.method && one.total_cents === other.total_cents;

/** A change back is left out. @param changes  the earliest first */
export function joinChanges(changes: readonly LaterChange[]): LaterChange[] {
  const joined = new Map<number, LaterChange>();
  for (const change of changes) {
    const { before } = joined.get(change.payment_id) ?? change;
    joined.set(change.payment_id, { ...change, before });
  }
  return [...joined.values()]
    .filter(({ before, after }) => !isSameCharge(before, after))
    .toSorted((a, b) => a.pay_on.localeCompare(b.pay_on) || a.payment_id - b.payment_id);
}
