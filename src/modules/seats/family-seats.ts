import { DAY_MS, MINUTE_MS } from '#kit/durations.ts';

/**
 * How many seats of one route, and of all together, a family may hold, wait for and be offered. Who has not
 * verified the email address yet stands on no waiting list (H8).
 */
export const SEAT_LIMITS = {
  verified: { of_route: 3, in_all: 6 },
  unverified: { of_route: 1, in_all: 2 },
} as const;

export type SeatLimits = (typeof SEAT_LIMITS)[keyof typeof SEAT_LIMITS];

/** Holds of families without a verified address on one route: of one network, and as a share of its seats. */
const UNVERIFIED_OF_NETWORK = 2;
const UNVERIFIED_SHARE = 10;

/**
 * Whether one more family without a verified address may hold a seat of a route. A route of fewer than twenty
 * seats has one such hold.
 * Source: MH8
 */
export function mayHoldUnverified(
  capacity: number,
  { ofNetwork, inAll }: { ofNetwork: number; inAll: number },
): boolean {
  const share = Math.max(1, Math.floor(capacity / UNVERIFIED_SHARE));
  return ofNetwork < UNVERIFIED_OF_NETWORK && inAll < share;
}

/** For so long after its end a hold comes back with that end, so that it can't be stretched (H8). */
export const HOLD_PAUSE_MS = 15 * MINUTE_MS;

/** For so long a child whose offer was not taken neither holds a seat of the route nor waits for one (H8). */
export const OFFER_PAUSE_MS = DAY_MS;

/** A seat that a family holds, waits for or is offered. */
export type Place = { route_id: number; student_id: number };

/**
 * Which limit keeps a family from one more place. A place that it has is no further one: a child that waits
 * may hold the seat that comes free.
 * Source: H8
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

/** A hold of a family on one route that ended within the last 15 minutes without a contract. */
export type EndedHold = {
  student_id: number;
  /** when it was released or ran out */
  ended_at: Date;
  /** until when it was promised at first */
  promised_until: Date;
};

/**
 * The ended hold whose end the next one on its route gets. A child's own hold comes back; where the family's
 * places on the route are used up by ended holds, a sibling gets the one that was promised longest. Otherwise
 * siblings could keep a seat in turn.
 * @param kept  how many places the family has on the route now
 * Source: H8
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
