import { MINUTE_MS, DAY_MS } from '#kit/durations.ts';

/** From step 3 a seat is kept for 15 minutes (O9). */
export const HOLD_MS = 15 * MINUTE_MS;

/** How long a seat is offered to a family of the waiting list: a day, because the email may come at night. */
export const OFFER_MS = DAY_MS;

export type SeatCount = {
  /** seats on the route; null: no limit */
  capacity: number | null;
  taken: number;
  /** kept for others, or waited for by those who came before the asker */
  reserved: number;
  /** kept for the asker, who comes before the waiting list */
  own: number;
};

/** The count for somebody who pays now: holds of families without a verified address give way (MH8). */
export const forPayer = <Count extends SeatCount & { yielding: number }>(count: Count): Count => ({
  ...count,
  reserved: count.reserved - count.yielding,
});

/** The seats that are left for the asker; null on a route without a limit (O9). */
export function seatsLeft({ capacity, taken, reserved, own }: SeatCount): number | null {
  if (capacity === null) return null;
  const unsold = capacity - taken;
  // A capacity that was lowered at the database's own prompt may be less than what is kept.
  return Math.max(0, Math.min(own, unsold), unsold - reserved);
}

export const hasSeat = (count: SeatCount) => seatsLeft(count) !== 0;
