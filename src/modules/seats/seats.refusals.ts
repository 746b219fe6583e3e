import { m } from '#i18n/messages.js';
import { HOUR_MS } from '#kit/durations.ts';
import { refusals } from '#kit/refusal.ts';
import type { SeatLimits } from './family-seats.ts';

function notTakenText({ remainingMs }: { remainingMs: number }): string {
  const n = Math.ceil(remainingMs / HOUR_MS);
  return m.server_offer_not_taken({ wait: n <= 1 ? m.server_wait_hour() : m.server_wait_hours({ n }) });
}

export const seatRefusals = refusals({
  route_not_found: { status: 404, say: () => m.server_route_not_found() },
  /** O9 */
  route_full: { status: 409, say: () => m.server_route_full() },
  route_not_full: { status: 409, say: () => m.server_route_not_full() },
  too_many_holds: { status: 409, say: (limits: SeatLimits) => m.server_too_many_holds({ n: limits.in_all }) },
  too_many_of_route: {
    status: 409,
    say: (limits: SeatLimits) => m.server_too_many_of_route({ n: limits.of_route }),
  },
  /** limits of a family without a verified address; buying needs no verification (H8) */
  verify_for_more_seats: { status: 409, say: () => m.server_verify_for_more_seats() },
  /** each route allows few unverified holds (MH8) */
  too_many_unverified: { status: 409, say: () => m.server_too_many_unverified() },
  verify_to_wait: { status: 409, say: () => m.server_verify_to_wait() },
  has_contract: {
    status: 409,
    say: (data: { child: string; route: string }) => m.server_waiting_has_contract(data),
  },
  /** for staff (OF6) */
  waiting_not_found: { status: 404, say: () => m.server_waiting_not_found() },
  waiting_ended: { status: 409, say: () => m.server_waiting_ended() },
  waiting_offered: { status: 409, say: () => m.server_waiting_offered() },
  waiting_not_offered: { status: 409, say: () => m.server_waiting_not_offered() },
  waiting_paused: { status: 409, say: () => m.server_waiting_paused() },
  waiting_not_sold: { status: 409, say: (data: { route: string }) => m.server_waiting_not_sold(data) },
  no_seat_free: { status: 409, say: (data: { route: string }) => m.server_no_seat_free(data) },
  offer_prolonged: { status: 409, say: () => m.server_offer_prolonged() },
  reason_needed: { status: 422, say: () => m.server_waiting_reason_needed() },
  offer_not_taken: { status: 409, say: notTakenText },
  /** a limit of the family, said to staff, who may pass it */
  beyond_limit: { status: 409, say: (data: { why: string }) => m.server_beyond_limit(data) },
});
