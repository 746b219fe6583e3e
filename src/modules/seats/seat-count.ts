import { DAY_MS } from '#kit/durations.ts';
import { CHECKOUT_MS } from '#modules/catalog/opening.ts';

/** Source: O9 */
export const HOLD_MS = CHECKOUT_MS;

/** A day, because the mail may come at night. */
export const OFFER_MS = DAY_MS;

export type SeatCount = {
  /** seats on the route; null: no limit */
  capacity: number | null;
  taken: number;
  /** held for others, or due to earlier waiting entries */
  reserved: number;
  /** held for the asker, before the waiting list */
  own: number;
};

/** Unverified families' holds give way (MH8). */
export const forPayer = <Count extends SeatCount & { yielding: number }>(count: Count): Count => ({
  ...count,
  reserved: count.reserved - count.yielding,
});

/** @returns null without a limit (O9) */
export function seatsLeft({ capacity, taken, reserved, own }: SeatCount): number | null {
  if (capacity === null) return null;
  const unsold = capacity - taken;
  // A capacity lowered by SQL may be less than the held seats.
  return Math.max(0, Math.min(own, unsold), unsold - reserved);
}

export const hasSeat = (count: SeatCount) => seatsLeft(count) !== 0;
