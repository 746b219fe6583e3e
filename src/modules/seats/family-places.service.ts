import { Refusal } from '#kit/refusal.ts';
import { getUser, lockFamily } from '#modules/accounts/profile/users.service.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Tx } from '#platform/db/database.ts';
import { limitReached, OFFER_PAUSE_MS, SEAT_LIMITS, type Place, type SeatLimits } from './family-seats.ts';
import { seatRefusals } from './seats.refusals.ts';
import { findOfferEnd, listPlaces } from './seats.queries.ts';

export type OwnPlace = Place & { user_id: number };

export type FamilyPlaces = { isVerified: boolean; limits: SeatLimits };

/** Routes are locked afterwards, so of two concurrent holds on two routes the second sees the first (H8). */
export async function lockPlaces(tx: Tx, user_id: number): Promise<FamilyPlaces> {
  const [, user] = await atOnce([lockFamily(tx, user_id), getUser(tx, user_id)]);
  const isVerified = user.email_verified_at !== null;
  return { isVerified, limits: isVerified ? SEAT_LIMITS.verified : SEAT_LIMITS.unverified };
}

/** @throws Refusal too_many_of_route, too_many_holds; verify_for_more_seats if verifying raises the limit */
export async function checkPlace(
  tx: Tx,
  now: Date,
  { own, family }: { own: OwnPlace; family: FamilyPlaces },
): Promise<void> {
  const reached = limitReached(await listPlaces(tx, now, own.user_id), own, family.limits);
  if (!reached) return;
  if (!family.isVerified) throw new Refusal(seatRefusals.verify_for_more_seats);
  const kind = reached === 'of_route' ? seatRefusals.too_many_of_route : seatRefusals.too_many_holds;
  throw new Refusal(kind, { data: family.limits });
}

/** An offer on the route ended without a contract within a day. @throws Refusal offer_not_taken */
export async function checkOfferTaken(tx: Tx, now: Date, { route_id, student_id }: Place): Promise<void> {
  const since = new Date(now.getTime() - OFFER_PAUSE_MS);
  const ended_at = await findOfferEnd(tx, student_id, { route_id, since, now });
  if (ended_at === undefined) return;
  const remainingMs = ended_at.getTime() - since.getTime();
  throw new Refusal(seatRefusals.offer_not_taken, { data: { remainingMs } });
}
