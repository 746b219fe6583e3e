import { m } from '#i18n/messages.js';
import { HOUR_MS } from '#kit/durations.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { invariant } from '#kit/invariant.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import { lockRouteSeats, type LockedSeats } from '#modules/catalog/routes/route-seats.service.ts';
import { isOnSaleNow } from '#modules/catalog/routes/selling.service.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { studentRefusals } from '#modules/students/students.refusals.ts';
import { writeAudit, type AuditEntry } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { checkOfferTaken, lockPlaces } from './family-places.service.ts';
import { OFFER_PAUSE_MS, type Place } from './family-seats.ts';
import { seatRefusals } from './seats.refusals.ts';
import { deleteHold, findHold } from './seats.queries.ts';
import * as rows from './waiting-list.queries.ts';
import type { WaitingRow } from './waiting-list.queries.ts';
import { freeToOffer, joinWaitingList, offerSeat, offerSeats } from './waiting-list.service.ts';

/** A member of staff at an instant. */
export type Acting = { now: Date; staff: Viewer };

type Opened = { entry: WaitingRow; route: LockedSeats };

/**
 * Locks the family, then the route, as the family's own calls do.
 * @throws Refusal waiting_not_found, own_order; waiting_ended also for an entry that ends now
 */
async function openEntry(tx: Tx, { now, staff }: Acting, id: number): Promise<Opened> {
  const found = await rows.findWaiting(tx, id);
  if (!found) throw new Refusal(seatRefusals.waiting_not_found);
  await refuseOwnFamily(tx, staff, found);
  await lockPlaces(tx, found.user_id);
  const route = await lockRouteSeats(tx, found.route_id);
  invariant(route, 'an entry names a route');
  await rows.closeLapsed(tx, found.route_id, now);
  await rows.closeBought(tx, found.route_id, now);
  const entry = await rows.findWaiting(tx, id);
  if (!entry || entry.closed_at) throw new Refusal(seatRefusals.waiting_ended);
  return { entry, route };
}

type Act = Pick<AuditEntry, 'action' | 'detail' | 'before' | 'after'> & { reason?: string };

/** The history of the route and of the child (OF6.2). */
const note = (tx: Tx, { now, staff }: Acting, entry: WaitingRow, { reason, detail, ...act }: Act) =>
  writeAudit(tx, now, staff, {
    ...act,
    subject: `student:${entry.student_id}`,
    detail: { waiting_id: entry.id, student_id: entry.student_id, route_id: entry.route_id, ...detail },
    texts: { reason },
  });

const until = (at: Date | null) => ({ offered_until: at?.toISOString() ?? null });

export type Offering = { reason?: string; is_beyond_limit?: boolean };

/**
 * Offers a free seat as the machine does, to the next child or out of turn.
 * @throws Refusal waiting_not_found, own_order, waiting_ended, waiting_offered, waiting_not_sold,
 *   no_seat_free, waiting_paused, offer_not_taken; reason_needed out of turn, and beyond the limits of H8
 * Source: OF6.2
 */
export async function offerWaiting(tx: Tx, by: Acting, id: number, asked: Offering): Promise<number> {
  await offerTo(tx, by, await openEntry(tx, by, id), asked);
  return id;
}

async function offerTo(
  tx: Tx,
  by: Acting,
  { entry, route }: Opened,
  { reason, is_beyond_limit = false }: Offering,
): Promise<void> {
  const { now } = by;
  if (entry.offered_at) throw new Refusal(seatRefusals.waiting_offered);
  const named = { data: { route: await rows.findRouteName(tx, route.id) } };
  if (!(await isOnSaleNow(tx, now, route.id))) throw new Refusal(seatRefusals.waiting_not_sold, named);
  if ((await freeToOffer(tx, now, route)) === 0) throw new Refusal(seatRefusals.no_seat_free, named);
  const passed = await rows.countPassed(tx, now, entry);
  if ((passed > 0 || is_beyond_limit) && !reason) throw refuseField(seatRefusals.reason_needed, 'reason');
  if (!is_beyond_limit) await checkPause(tx, now, entry);
  const offered_until = await offerSeat(tx, now, entry);
  await note(tx, by, entry, {
    action: 'waiting.offer',
    detail: { passed, is_beyond_limit },
    before: until(null),
    after: until(offered_until),
    reason,
  });
}

/** A family's places count no entry twice, so of the limits of H8 only the pause can stand in the way. */
async function checkPause(tx: Tx, now: Date, entry: WaitingRow): Promise<void> {
  if (entry.paused_until && entry.paused_until > now) throw new Refusal(seatRefusals.waiting_paused);
  await checkOfferTaken(tx, now, entry);
}

/** @throws Refusal waiting_not_offered */
async function getOffer(tx: Tx, now: Date, entry: WaitingRow) {
  const offer = entry.offered_at && (await findHold(tx, now, entry));
  if (!offer) throw new Refusal(seatRefusals.waiting_not_offered);
  return offer;
}

/**
 * Once for each offer (OF6.3).
 * @throws Refusal waiting_not_found, own_order, waiting_ended, waiting_not_offered, offer_prolonged
 */
export async function prolongOffer(
  tx: Tx,
  by: Acting,
  id: number,
  { hours, reason }: { hours: number; reason: string },
): Promise<number> {
  const { entry } = await openEntry(tx, by, id);
  const offer = await getOffer(tx, by.now, entry);
  if (entry.prolonged_at) throw new Refusal(seatRefusals.offer_prolonged);
  const held_until = new Date(offer.held_until.getTime() + hours * HOUR_MS);
  await rows.prolongOffer(tx, by.now, { ...placeOf(entry), held_until });
  await rows.markProlonged(tx, id, by.now);
  await note(tx, by, entry, {
    action: 'waiting.prolong',
    detail: { hours },
    before: until(offer.held_until),
    after: until(held_until),
    reason,
  });
  return id;
}

const TAKEN_BACK = 'seats.offer_taken_back';
const REMOVED = 'seats.waiting_removed';

const tellFamily = (
  tx: Tx,
  now: Date,
  { id, student_id, user_id, route_id }: WaitingRow,
  kind: typeof TAKEN_BACK | typeof REMOVED,
) =>
  enqueue(tx, now, {
    kind,
    ref: `waiting-${id}-${now.getTime()}`,
    payload: { student_id, user_id, route_id },
  });

const placeOf = ({ route_id, student_id }: WaitingRow): Place => ({ route_id, student_id });

/**
 * The entry keeps its place and is paused for a day, or the machine would offer the seat to the same child
 * again. The seat goes to the next child, or to a named one, before the machine can offer it.
 * @param offer_to  another entry of the route
 * @throws Refusal waiting_not_found, own_order, waiting_ended, waiting_not_offered, and those of
 *   `offerWaiting`
 * Source: OF6.3
 */
export async function takeOfferBack(
  tx: Tx,
  by: Acting,
  id: number,
  { reason, offer_to }: { reason: string; offer_to?: number | null },
): Promise<number> {
  const { now } = by;
  const { entry } = await openEntry(tx, by, id);
  const offer = await getOffer(tx, now, entry);
  await deleteHold(tx, placeOf(entry));
  const paused_until = new Date(now.getTime() + OFFER_PAUSE_MS);
  await rows.markOffered(tx, id, { at: null, paused_until });
  await tellFamily(tx, now, entry, TAKEN_BACK);
  await note(tx, by, entry, {
    action: 'waiting.take_back',
    before: until(offer.held_until),
    after: until(null),
    reason,
  });
  if (offer_to) {
    const named = await openEntry(tx, by, offer_to);
    if (named.route.id !== entry.route_id) throw new Refusal(seatRefusals.waiting_not_found);
    await offerTo(tx, by, named, { reason });
  }
  await offerSeats(tx, now, entry.route_id);
  return id;
}

/** @throws Refusal waiting_not_found, own_order, waiting_ended (OF6.3) */
export async function removeFromWaitingList(
  tx: Tx,
  by: Acting,
  id: number,
  { reason }: { reason: string },
): Promise<number> {
  const { now } = by;
  const { entry } = await openEntry(tx, by, id);
  await rows.closeWaiting(tx, { ...placeOf(entry), at: now, reason: 'removed' });
  if (entry.offered_at) await deleteHold(tx, placeOf(entry));
  await tellFamily(tx, now, entry, REMOVED);
  await note(tx, by, entry, {
    action: 'waiting.remove',
    before: { waits: true },
    after: { waits: false },
    reason,
  });
  await offerSeats(tx, now, entry.route_id);
  return id;
}

/** The limits of a family in words for staff. */
const LIMITS: Readonly<Record<string, () => string>> = {
  verify_to_wait: m.server_beyond_unverified,
  offer_not_taken: m.server_beyond_not_taken,
  too_many_of_route: m.server_beyond_of_route,
  too_many_holds: m.server_beyond_in_all,
};

function forStaff(error: unknown): unknown {
  const why = error instanceof Refusal ? LIMITS[error.kind.code] : undefined;
  return why ? new Refusal(seatRefusals.beyond_limit, { data: { why: why() } }) : error;
}

type Adding = Place & { reason: string; is_beyond_limit?: boolean };

/**
 * For a family on the phone: the child comes last, as by the family's own call.
 * @returns the id of the entry
 * @throws Refusal student_not_found, own_order, route_not_found, has_contract, route_not_full, beyond_limit
 *   (OF6.3)
 */
export async function addToWaitingList(
  tx: Tx,
  by: Acting,
  { reason, is_beyond_limit = false, ...place }: Adding,
): Promise<number> {
  const owner = await rows.findOwner(tx, place.student_id);
  if (!owner) throw new Refusal(studentRefusals.student_not_found);
  await refuseOwnFamily(tx, by.staff, owner);
  const own = { ...place, ...owner };
  await joinWaitingList(tx, by.now, own, { isBeyondLimit: is_beyond_limit }).catch((error: unknown) => {
    throw forStaff(error);
  });
  const entry = await rows.findLive(tx, place);
  invariant(entry, 'a child that was put on the list stands on it');
  await note(tx, by, entry, {
    action: 'waiting.add',
    detail: { is_beyond_limit },
    before: { waits: false },
    after: { waits: true },
    reason,
  });
  return entry.id;
}
