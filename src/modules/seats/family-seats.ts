import { DAY_MS, MINUTE_MS } from '#kit/durations.ts';

/** Seats held, waited for and offered. A family without a verified address is on no waiting list (H8). */
export const SEAT_LIMITS = {
  verified: { of_route: 3, in_all: 6 },
  unverified: { of_route: 1, in_all: 2 },
} as const;

export type SeatLimits = (typeof SEAT_LIMITS)[keyof typeof SEAT_LIMITS];

/** The limits of unverified families' holds on a route: per network, and as a share of the seats (1/10). */
const UNVERIFIED_OF_NETWORK = 2;
const UNVERIFIED_SHARE = 10;

/** A route with fewer than twenty seats allows a single unverified hold (MH8). */
export function mayHoldUnverified(
  capacity: number,
  { ofNetwork, inAll }: { ofNetwork: number; inAll: number },
): boolean {
  const share = Math.max(1, Math.floor(capacity / UNVERIFIED_SHARE));
  return ofNetwork < UNVERIFIED_OF_NETWORK && inAll < share;
}

/** Within this time after its end, a repeated hold keeps the old end, so holds cannot be stretched (H8). */
export const HOLD_PAUSE_MS = 15 * MINUTE_MS;

/** After an offer not taken, the student neither holds nor waits for a seat of the route (H8). */
export const OFFER_PAUSE_MS = DAY_MS;

export type Place = { route_id: number; student_id: number };

/**
 * A place the student has already is not another place: a waiting student may hold the seat that comes free
 * (H8).
 */
export function limitReached(
  places: readonly Place[],
  { route_id, student_id }: Place,
  limits: SeatLimits,
): keyof SeatLimits | undefined {
  const ofRoute = places.filter((place) => place.route_id === route_id);
  if (ofRoute.some((place) => place.student_id === student_id)) return undefined;
  if (ofRoute.length >= limits.of_route) return 'of_route';
  return places.length >= limits.in_all ? 'in_all' : undefined;
}

export type EndedHold = {
  student_id: number;
  ended_at: Date;
  promised_until: Date;
};

/**
 * A student's own hold comes back. If ended holds use up the family's places on the route, a sibling gets the
 * hold with the latest promised end; otherwise siblings could hold a seat in turns (H8).
 * @param kept  the family's present places on the route
 */
export function returningHold(
  ended: readonly EndedHold[],
  student_id: number,
  { kept, limits }: { kept: number; limits: SeatLimits },
): EndedHold | undefined {
  const own = ended.find((hold) => hold.student_id === student_id);
  if (own || kept + ended.length < limits.of_route) return own;
  return ended.toSorted((a, b) => b.promised_until.getTime() - a.promised_until.getTime())[0];
}
