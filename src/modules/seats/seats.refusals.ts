import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const seatRefusals = refusals({
  route_not_found: { status: 404, say: () => m.server_route_not_found() },
  /** O9: the client offers the waiting list */
  route_full: { status: 409, say: () => m.server_route_full() },
  /** nobody waits for a seat that is free */
  route_not_full: { status: 409, say: () => m.server_route_not_full() },
  too_many_holds: { status: 409, say: () => m.server_too_many_holds() },
});
