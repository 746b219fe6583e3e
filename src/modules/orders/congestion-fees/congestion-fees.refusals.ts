import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const congestionRefusals = refusals({
  /** no surge pricing, or a route of another school year */
  congestion_route: { status: 422, say: () => m.server_congestion_route() },
  congestion_too_late: { status: 422, say: (data: { day: string }) => m.server_congestion_too_late(data) },
  congestion_nobody: { status: 409, say: () => m.server_congestion_nobody() },
  congestion_stale: { status: 409, say: (data: { contracts: number }) => m.server_congestion_stale(data) },
});
