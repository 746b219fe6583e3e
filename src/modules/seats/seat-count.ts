import { MINUTE_MS, DAY_MS } from '#kit/durations.ts';

/** From step 3 a seat is kept for 15 minutes (O9). */
export const HOLD_MS = 15 * MINUTE_MS;

/** Whoever the waiting list has reached has a day: the mail may come at night. */
export const OFFER_MS = DAY_MS;

/** No family keeps more seats than it could have children in front of one screen. */
export const HOLDS_PER_FAMILY = 6;

export type SeatCount = {
  /** how many may sit; null: as many as come */
  capacity: number | null;
  /** sold */
  taken: number;
  /** kept for others, or waited for by those who came before the asker */
  reserved: number;
  /** kept for the asker, who passes by everybody that waits */
  own: number;
};

/** The seats that are left for whoever asks; null where as many may come as want to (O9). */
export function seatsLeft({ capacity, taken, reserved, own }: SeatCount): number | null {
  return capacity === null ? null : Math.max(own, capacity - taken - reserved);
}

export const hasSeat = (count: SeatCount) => seatsLeft(count) !== 0;
