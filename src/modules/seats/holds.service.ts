import { Refusal } from '#kit/refusal.ts';
import { lockRouteSeats, type LockedSeats } from '#modules/catalog/routes/route-seats.service.ts';
import { schoolSaleNow } from '#modules/catalog/routes/selling.service.ts';
import { getStudent } from '#modules/students/students.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { checkOfferTaken, checkPlace, lockPlaces, type OwnPlace } from './family-places.service.ts';
import {
  HOLD_PAUSE_MS,
  mayHoldUnverified,
  OFFER_PAUSE_MS,
  returningHold,
  type EndedHold,
  type SeatLimits,
} from './family-seats.ts';
import { HOLD_MS } from './seat-count.ts';
import type { SeatHold } from './seats.contract.ts';
import { seatRefusals } from './seats.refusals.ts';
import * as rows from './seats.queries.ts';
import { hasSeatFor } from './seats.service.ts';
import { offerSeats } from './waiting-list.service.ts';

/**
 * A repeated call changes nothing, and within 15 minutes after the end a new hold gets the old end, so holds
 * cannot be stretched. A hold past its end keeps no seat, but the family may still buy a free seat.
 * @throws Refusal student_not_found, route_not_found, route_full, offer_not_taken, too_many_of_route,
 *   too_many_holds, verify_for_more_seats, too_many_unverified
 * Source: O9, H8, MH8
 */
export async function holdSeat(
  tx: Tx,
  now: Date,
  { network, ...own }: OwnPlace & { network: string },
): Promise<SeatHold> {
  const { user_id, route_id, student_id } = own;
  const family = await lockPlaces(tx, user_id);
  await getStudent(tx, user_id, student_id);
  const route = await lockRouteSeats(tx, route_id);
  if (!route?.is_active) throw new Refusal(seatRefusals.route_not_found);
  const known = await rows.findHold(tx, now, { student_id, route_id });
  if (known) return shownHold(now, known);
  // Nobody takes seats before the hour (SE8.2); who is in checkout at the closing keeps trying.
  if ((await schoolSaleNow(tx, now, route_id)) === 'closed') throw new Refusal(seatRefusals.route_not_found);
  await rows.endHolds(tx, now, { student_id, kind: 'checkout' });
  if (route.capacity === null)
    return { route_id, student_id, held_until: null, seconds_left: null, seconds_until_again: null };
  await checkOfferTaken(tx, now, own);
  const back = await findReturning(tx, now, { own, limits: family.limits });
  if (!back || back.promised_until > now) await checkPlace(tx, now, { own, family });
  if (!family.isVerified) await checkUnverified(tx, now, { route, network });
  if (!(await hasSeatFor(tx, now, { route_id, student_id }))) throw new Refusal(seatRefusals.route_full);
  const held_until = back?.promised_until ?? new Date(now.getTime() + HOLD_MS);
  const hold = { ...own, kind: 'checkout' as const, held_until, created_at: now, network };
  if (back && held_until <= now) return shownHold(now, hold, back.ended_at);
  if (back && back.student_id !== student_id)
    await rows.deleteHold(tx, { route_id, student_id: back.student_id });
  await rows.saveHold(tx, hold);
  return shownHold(now, hold);
}

/** @throws Refusal too_many_unverified */
async function checkUnverified(
  tx: Tx,
  now: Date,
  { route, network }: { route: LockedSeats; network: string },
): Promise<void> {
  const holds = await rows.countUnverified(tx, now, { route_id: route.id, network });
  if (route.capacity !== null && !mayHoldUnverified(route.capacity, holds))
    throw new Refusal(seatRefusals.too_many_unverified);
}

async function findReturning(
  tx: Tx,
  now: Date,
  { own, limits }: { own: OwnPlace; limits: SeatLimits },
): Promise<EndedHold | undefined> {
  const { user_id, route_id, student_id } = own;
  const since = new Date(now.getTime() - HOLD_PAUSE_MS);
  const ended = await rows.listEndedHolds(tx, user_id, { route_id, since, now });
  if (ended.length === 0) return undefined;
  const places = await rows.listPlaces(tx, now, user_id);
  const kept = places.filter((place) => place.route_id === route_id).length;
  return returningHold(ended, student_id, { kept, limits });
}

type Held = Pick<rows.HoldRow, 'route_id' | 'student_id' | 'kind' | 'held_until'>;

/** @param ended_at  earlier than `held_until` after an early release */
function shownHold(now: Date, hold: Held, ended_at = hold.held_until): SeatHold {
  const { route_id, student_id, kind, held_until } = hold;
  const pauseMs = kind === 'offer' ? OFFER_PAUSE_MS : HOLD_PAUSE_MS;
  const secondsUntil = (at: number) => Math.max(0, Math.floor((at - now.getTime()) / 1000));
  return {
    route_id,
    student_id,
    held_until: held_until.toISOString(),
    seconds_left: secondsUntil(held_until.getTime()),
    seconds_until_again: secondsUntil(ended_at.getTime() + pauseMs),
  };
}

export async function releaseHold(tx: Tx, now: Date, place: OwnPlace): Promise<void> {
  await getStudent(tx, place.user_id, place.student_id);
  const released = await rows.endHolds(tx, now, { ...place, kind: 'checkout' });
  for (const route_id of released) await offerSeats(tx, now, route_id);
}
