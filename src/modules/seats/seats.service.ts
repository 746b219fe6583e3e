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
import type { Place } from './family-seats.ts';
import { forPayer, hasSeat, seatsLeft } from './seat-count.ts';
import * as rows from './seats.queries.ts';
import { closeWaiting } from './waiting-list.queries.ts';
import { offerSeats } from './waiting-list.service.ts';

/**
 * The seats left on each route, for a family where one asks: what it keeps itself is left for it.
 * @returns null for a route that never fills up
 */
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

/** Whether a seat is left for this child: free, or kept for it. */
export async function hasSeatFor(db: Db, now: Date, { route_id, student_id }: Place): Promise<boolean> {
  const count = await rows.findSeatCount(db, now, route_id, { student_id });
  return count !== undefined && hasSeat(count);
}

/** Whether this child may have a seat at once, as its family pays: holds that give way do not count (MH8). */
export async function maySellSeat(db: Db, now: Date, { route_id, student_id }: Place): Promise<boolean> {
  const count = await rows.findSeatCount(db, now, route_id, { student_id });
  return count !== undefined && hasSeat(forPayer(count));
}

/** A route, with the limit that stays as it is until the transaction ends. */
type HeldRoute = { id: number; capacity: number | null };

/**
 * Takes a seat for good, in the transaction that signs the order; the child's hold and its wait end with it.
 * @returns false when the route is full for this child (O9, I6)
 */
export async function takeSeat(
  tx: Tx,
  now: Date,
  { route, student_id }: { route: HeldRoute; student_id: number },
): Promise<boolean> {
  const route_id = route.id;
  if (route.capacity === null) return takeRouteSeat(tx, route_id);
  // The lock comes first and the count is a statement of its own, so that it sees what the transaction that
  // held the lock has committed.
  const locked = await lockRouteSeats(tx, route_id);
  const count = locked && (await rows.findSeatCount(tx, now, route_id, { student_id }));
  if (!count || !hasSeat(forPayer(count))) return false;
  if (!hasSeat(count)) await takeHeldSeat(tx, now, route_id);
  if (!(await takeRouteSeat(tx, route_id))) return false;
  await rows.deleteHold(tx, { student_id, route_id });
  await closeWaiting(tx, { route_id, student_id, at: now, reason: 'bought' });
  return true;
}

/** A family without a verified address loses the seat that it held, and is told where it still wants one. */
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

/** Releases a sold seat, and offers it to the waiting list; false when none was taken. */
export async function releaseSeat(tx: Tx, now: Date, route_id: number): Promise<boolean> {
  const isReleased = await releaseRouteSeat(tx, route_id);
  if (isReleased) await offerSeats(tx, now, route_id);
  return isReleased;
}

/** Forgets holds that ran out more than a day ago. */
export async function sweepHolds(db: Db, now: Date): Promise<void> {
  await rows.deleteHoldsEndedBefore(db, new Date(now.getTime() - DAY_MS));
}
