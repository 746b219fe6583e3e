import { invariant } from '#kit/invariant.ts';
import type { RouteSeats } from '#modules/catalog/routes/routes.service.ts';
import {
  lockRouteSeats,
  releaseRouteSeat,
  takeRouteSeat,
} from '#modules/catalog/routes/route-seats.service.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { DAY_MS } from '#kit/durations.ts';
import { Refusal } from '#kit/refusal.ts';
import { checkPlace, lockPlaces, type OwnPlace } from './family-places.service.ts';
import type { Place } from './family-seats.ts';
import { seatRefusals } from './seats.refusals.ts';
import { forPayer, hasSeat, seatsLeft } from './seat-count.ts';
import { deleteOpenCheckoutsBefore } from './open-checkouts.queries.ts';
import * as rows from './seats.queries.ts';
import { closeWaiting } from './waiting-list.queries.ts';
import { offerSeats } from './waiting-list.service.ts';

/** Includes the seats held by the family, if given. @returns null for a route without a limit */
export async function countSeatsLeft(
  db: Db,
  now: Date,
  routes: readonly RouteSeats[],
  user_id?: number,
): Promise<Map<number, number | null>> {
  const limited = routes.filter(({ capacity }) => capacity !== null).map(({ id }) => id);
  const reserved = await rows.countReserved(
    db,
    now,
    limited,
    user_id === undefined ? undefined : { user_id },
  );
  return new Map(
    routes.map(({ id, capacity, seats_taken }) => [
      id,
      seatsLeft({ capacity, taken: seats_taken, ...reserved(id) }),
    ]),
  );
}

export type SeatDemand = { held: number; waiting: number };

/** The seats that are held or offered, and the waiting children without an offer, by route. */
export async function seatDemand(
  db: Db,
  now: Date,
  route_ids: readonly number[],
): Promise<(route_id: number) => SeatDemand> {
  if (route_ids.length === 0) return () => ({ held: 0, waiting: 0 });
  const held = await rows.countHeld(db, now, route_ids, undefined);
  const waiting = await rows.countWaitingBefore(db, now, route_ids, undefined);
  return (id) => ({
    held: held.find(({ route_id }) => route_id === id)?.others ?? 0,
    waiting: waiting.find(({ route_id }) => route_id === id)?.n ?? 0,
  });
}

export async function hasSeatFor(db: Db, now: Date, { route_id, student_id }: Place): Promise<boolean> {
  const count = await rows.findSeatCount(db, now, route_id, { student_id });
  return count !== undefined && hasSeat(count);
}

/** @returns the seats of each route; null without a limit */
export async function seatsLeftFor(
  db: Db,
  now: Date,
  { route_ids, student_id }: Pick<Place, 'student_id'> & { route_ids: readonly number[] },
): Promise<(route_id: number) => number | null> {
  const counts = await rows.listSeatCounts(db, now, route_ids, { student_id });
  return (id) => {
    const count = counts.get(id);
    return count ? seatsLeft(count) : 0;
  };
}

/** True if a seat was kept for the student at an instant, by a checkout or an offer. */
export const hadSeatKept = (db: Db, at: Date, place: Place): Promise<boolean> => rows.hadHold(db, at, place);

/** Holds that give way do not count (MH8). */
export async function maySellSeat(db: Db, now: Date, { route_id, student_id }: Place): Promise<boolean> {
  const count = await rows.findSeatCount(db, now, route_id, { student_id });
  return count !== undefined && hasSeat(forPayer(count));
}

/** The capacity cannot change until the transaction ends. */
type HeldRoute = { id: number; capacity: number | null };

/**
 * Ends the student's hold and waiting entry too. @returns false if the route is full for this student (O9,
 * I6)
 */
export async function takeSeat(
  tx: Tx,
  now: Date,
  { route, student_id }: { route: HeldRoute; student_id: number },
): Promise<boolean> {
  const route_id = route.id;
  if (route.capacity === null) return takeRouteSeat(tx, route_id);
  // The count is a separate statement after the lock, to see the commits of the previous holder of the lock.
  const locked = await lockRouteSeats(tx, route_id);
  const count = locked && (await rows.findSeatCount(tx, now, route_id, { student_id }));
  if (!count || !hasSeat(forPayer(count))) return false;
  if (!hasSeat(count)) await takeHeldSeat(tx, now, route_id);
  if (!(await takeRouteSeat(tx, route_id))) return false;
  await rows.deleteHold(tx, { student_id, route_id });
  await closeWaiting(tx, { route_id, student_id, at: now, reason: 'bought' });
  return true;
}

/**
 * Gives up a seat for a seat on another route. Locks both routes in the order of ids, so two moves in
 * opposite directions cannot wait for each other; the waiting list of the old route goes on (OF5.9).
 * @returns false if the new route is full for this student
 */
export async function moveSeat(
  tx: Tx,
  now: Date,
  { from_id, to, student_id }: { from_id: number; to: HeldRoute; student_id: number },
): Promise<boolean> {
  for (const route_id of [from_id, to.id].toSorted((a, b) => a - b)) await lockRouteSeats(tx, route_id);
  if (!(await takeSeat(tx, now, { route: to, student_id }))) return false;
  await releaseSeat(tx, now, from_id);
  return true;
}

type KeptSeat = Place & { user_id: number; until: Date };

/**
 * Holds a seat until an amendment ends. A route without a limit needs no hold.
 * @returns false if the route is full for this student (OF5.7)
 */
export async function keepSeatForAmendment(
  tx: Tx,
  now: Date,
  { route, until, ...place }: Omit<KeptSeat, 'route_id'> & { route: HeldRoute },
): Promise<boolean> {
  const own = { route_id: route.id, ...place };
  if (route.capacity === null) return true;
  await lockRouteSeats(tx, route.id);
  if (!(await hasSeatFor(tx, now, own))) return false;
  const hold = { kind: 'amendment', held_until: until, created_at: now, network: null } as const;
  await rows.saveHold(tx, { ...own, ...hold });
  return true;
}

/** Another hold of the student stays. */
export async function releaseAmendmentSeat(
  tx: Tx,
  now: Date,
  { route_id, student_id }: Place,
): Promise<void> {
  if (await rows.deleteHold(tx, { route_id, student_id }, 'amendment')) await offerSeats(tx, now, route_id);
}

async function takeHeldSeat(tx: Tx, now: Date, route_id: number): Promise<void> {
  const lost = await rows.endYieldingHold(tx, now, route_id);
  invariant(lost, 'a hold that was counted under the lock is there');
  const { student_id, user_id } = lost;
  await enqueue(tx, now, {
    kind: 'seats.hold_lost',
    ref: `hold-${student_id}-${route_id}-${now.getTime()}`,
    payload: { student_id, user_id, route_id },
  });
}

/**
 * Keeps a seat for an offer by staff until the offer ends; a checkout of the child on the route is replaced.
 * @throws Refusal route_full; too_many_of_route, too_many_holds, verify_for_more_seats but beyond the limit
 * Source: OF3.5, H8
 */
export async function keepSeatForOffer(
  tx: Tx,
  now: Date,
  { own, held_until, isBeyondLimit }: { own: OwnPlace; held_until: Date; isBeyondLimit: boolean },
): Promise<void> {
  const { user_id, route_id, student_id } = own;
  const family = await lockPlaces(tx, user_id);
  await lockRouteSeats(tx, route_id);
  if (!isBeyondLimit) await checkPlace(tx, now, { own, family });
  if (!(await hasSeatFor(tx, now, { route_id, student_id }))) throw new Refusal(seatRefusals.route_full);
  await rows.saveHold(tx, { ...own, kind: 'sale', held_until, created_at: now, network: null });
}

/** The seat of a refused payment goes back to its offer, and not to the waiting list. */
export async function giveSeatBackToOffer(
  tx: Tx,
  now: Date,
  { own, held_until }: { own: OwnPlace; held_until: Date },
): Promise<void> {
  await lockRouteSeats(tx, own.route_id);
  await rows.saveHold(tx, { ...own, kind: 'sale', held_until, created_at: now, network: null });
}

/** The offer is over: its seat is free at once. */
export async function releaseOfferSeat(tx: Tx, now: Date, { route_id, student_id }: Place): Promise<void> {
  await rows.endHolds(tx, now, { student_id, route_id, kind: 'sale' });
  await offerSeats(tx, now, route_id);
}

export async function releaseSeat(tx: Tx, now: Date, route_id: number): Promise<boolean> {
  const isReleased = await releaseRouteSeat(tx, route_id);
  if (isReleased) await offerSeats(tx, now, route_id);
  return isReleased;
}

/** Deletes ended holds and old questions for prices. */
export async function sweepHolds(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  await rows.deleteHoldsEndedBefore(db, yesterday);
  await deleteOpenCheckoutsBefore(db, yesterday);
}
