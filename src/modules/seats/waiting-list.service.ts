import { Refusal } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import { lockRouteSeats, type LockedSeats } from '#modules/catalog/routes/route-seats.service.ts';
import { isOnSaleNow, schoolSaleNow } from '#modules/catalog/routes/selling.service.ts';
import { getStudent } from '#modules/students/students.service.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { enqueue, enqueueAll } from '#platform/outbox/outbox.ts';
import {
  checkOfferTaken,
  checkPlace,
  lockPlaces,
  type FamilyPlaces,
  type OwnPlace,
} from './family-places.service.ts';
import { hasSeat, OFFER_MS, seatsLeft } from './seat-count.ts';
import type { Waiting } from './seats.contract.ts';
import { seatRefusals } from './seats.refusals.ts';
import { countHeld, deleteHold, deleteHoldsOf, endHolds, findSeatCount, saveHold } from './seats.queries.ts';
import * as rows from './waiting-list.queries.ts';

export async function listWaiting(db: Db, now: Date, user_id: number, route_id?: number): Promise<Waiting[]> {
  return (await rows.listEntries(db, now, user_id, route_id)).map(shown);
}

function shown({
  student_first_name,
  student_last_name,
  joined_at,
  offered_until,
  ...entry
}: rows.WaitingEntry): Waiting {
  return {
    ...entry,
    student_name: `${student_first_name} ${student_last_name}`,
    joined_at: joined_at.toISOString(),
    offered_until: offered_until?.toISOString() ?? null,
  };
}

/**
 * First come, first served (O9, H8).
 * @param isBeyondLimit  staff may add a child beyond the limits of H8 (OF6.2)
 * @throws Refusal student_not_found, route_not_found, has_contract; route_not_full while a seat is left for
 *   the student; verify_to_wait, offer_not_taken, too_many_of_route, too_many_holds
 */
export async function joinWaitingList(
  tx: Tx,
  now: Date,
  place: OwnPlace,
  { isBeyondLimit = false } = {},
): Promise<Waiting> {
  const { user_id, route_id, student_id } = place;
  const family = await lockPlaces(tx, user_id);
  const student = await getStudent(tx, user_id, student_id);
  const route = await lockRouteSeats(tx, route_id);
  if (!route?.is_active) throw new Refusal(seatRefusals.route_not_found);
  const count = await findSeatCount(tx, now, route_id, { student_id });
  if (!count || hasSeat(count)) throw new Refusal(seatRefusals.route_not_full);
  await rows.closeLapsed(tx, route_id, now);
  await rows.closeBought(tx, route_id, now);
  const known = await findOwn(tx, now, place);
  if (known) return known;
  if ((await schoolSaleNow(tx, now, route_id)) !== 'open') throw new Refusal(seatRefusals.route_not_found);
  if (await rows.hasContract(tx, place))
    throw new Refusal(seatRefusals.has_contract, {
      data: { child: fullName(student), route: await rows.findRouteName(tx, route_id) },
    });
  if (!isBeyondLimit) await checkLimits(tx, now, { own: place, family });
  await rows.insertWaiting(tx, { route_id, student_id, user_id, joined_at: now });
  return (await findOwn(tx, now, place))!;
}

/** @throws Refusal verify_to_wait, offer_not_taken, too_many_of_route, too_many_holds */
async function checkLimits(
  tx: Tx,
  now: Date,
  { own, family }: { own: OwnPlace; family: FamilyPlaces },
): Promise<void> {
  if (!family.isVerified) throw new Refusal(seatRefusals.verify_to_wait);
  await checkOfferTaken(tx, now, own);
  await checkPlace(tx, now, { own, family });
}

async function findOwn(db: Db, now: Date, { user_id, route_id, student_id }: OwnPlace) {
  const own = await listWaiting(db, now, user_id, route_id);
  return own.find((entry) => entry.student_id === student_id);
}

export async function leaveWaitingList(
  tx: Tx,
  now: Date,
  { user_id, route_id, student_id }: OwnPlace,
): Promise<void> {
  await getStudent(tx, user_id, student_id);
  await rows.closeWaiting(tx, { route_id, student_id, user_id, at: now, reason: 'left' });
  await endHolds(tx, now, { student_id, user_id, route_id, kind: 'offer' });
  await offerSeats(tx, now, route_id);
}

/**
 * A hold of a day, and a mail. A second run offers nothing twice. While no family could sign for the route,
 * offers are withdrawn, and all entries keep the place (MC3).
 */
export async function offerSeats(tx: Tx, now: Date, route_id: number): Promise<void> {
  const route = await lockRouteSeats(tx, route_id);
  if (!route || !(await rows.hasWaiting(tx, route_id))) return;
  if (!(await isOnSaleNow(tx, now, route_id))) {
    // Who is about to accept an offer may finish (SE8.5).
    if ((await schoolSaleNow(tx, now, route_id)) !== 'closing') await takeOffersBack(tx, route_id);
    if (!route.is_active) await tellOfEnd(tx, now, route_id);
    return;
  }
  await rows.closeLapsed(tx, route_id, now);
  await rows.closeBought(tx, route_id, now);
  const seats = await freeToOffer(tx, now, route);
  for (const next of await rows.listNext(tx, { route_id, now, seats })) await offerSeat(tx, now, next);
}

/** The child to which the next free seat of a route is offered; undefined while nothing is sold (O9). */
export async function nextWaiting(db: Db, now: Date, route_id: number): Promise<rows.WaitingRow | undefined> {
  if (!(await isOnSaleNow(db, now, route_id))) return undefined;
  const [next] = await rows.listNext(db, { route_id, now, seats: 1 });
  return next;
}

/** The seats that are neither sold nor held nor offered; null: no limit. */
export async function freeToOffer(tx: Tx, now: Date, route: LockedSeats): Promise<number | null> {
  const [held] = await countHeld(tx, now, [route.id], undefined);
  return seatsLeft({
    capacity: route.capacity,
    taken: route.taken,
    reserved: held?.others ?? 0,
    own: 0,
  });
}

type NextInLine = { id: number; student_id: number; user_id: number; route_id: number };

/** @returns the end of the offer */
export async function offerSeat(
  tx: Tx,
  now: Date,
  { id, student_id, user_id, route_id }: NextInLine,
): Promise<Date> {
  const held_until = new Date(now.getTime() + OFFER_MS);
  await saveHold(tx, {
    student_id,
    route_id,
    user_id,
    kind: 'offer',
    held_until,
    created_at: now,
    network: null,
  });
  await rows.markOffered(tx, id, { at: now });
  await enqueue(tx, now, {
    kind: 'seats.seat_offered',
    // A rested list may offer a seat to the same entry again.
    ref: `waiting-${id}-${now.getTime()}`,
    payload: { waiting_id: id },
  });
  return held_until;
}

/** Deletes the holds of withdrawn offers: an ended hold would block the student for a day. */
async function takeOffersBack(tx: Tx, route_id: number): Promise<void> {
  for (const { id, student_id } of await rows.listOffered(tx, route_id)) {
    await deleteHold(tx, { student_id, route_id }, 'offer');
    await rows.markOffered(tx, id, { at: null });
  }
}

/** Tells each family once for each entry: the entry keeps its place, in case the route starts (MC3.1). */
async function tellOfEnd(tx: Tx, now: Date, route_id: number): Promise<void> {
  const waiting = await rows.listLive(tx, route_id);
  await enqueueAll(
    tx,
    now,
    waiting.map(({ id }) => ({
      kind: 'seats.route_ended',
      ref: `waiting-${id}`,
      payload: { waiting_id: id },
    })),
  );
}

/** In a transaction per route. */
export async function offerFreedSeats(db: Database, now: Date): Promise<void> {
  for (const route_id of await rows.listWaitedFor(db))
    await db.transaction((tx) => offerSeats(tx, now, route_id));
}

export async function eraseSeatsOf(tx: Tx, student_ids: readonly number[]): Promise<void> {
  await deleteHoldsOf(tx, student_ids);
  await rows.deleteWaitingOf(tx, student_ids);
}
