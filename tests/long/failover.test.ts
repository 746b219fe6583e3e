import { describe, expect, it } from 'vitest';
import { playFailover } from '#tests/support/drill/failover.ts';
import { lacksPrograms } from '#tests/support/servers/find-programs.ts';

/** @shows H20.1, H20.3 */
describe.skipIf(lacksPrograms({ pgBouncer: true }))('portals on one database behind PgBouncer', () => {
  it.each(['power cut', 'hang'] as const)(
    'lose and double no order when the server ends by a %s and its replica takes over, and count together',
    { timeout: 900_000 },
    async (how) => {
      const { faults, ordersBefore, ordersAfter, shared } = await playFailover({
        how,
        portals: 3,
        customers: 16,
        before: 60,
        after: 60,
        noticedAfterMs: 2_000,
      });
      expect(faults).toEqual([]);
      expect(Math.min(ordersBefore, ordersAfter)).toBeGreaterThanOrEqual(60);
      expect([shared.guesses.answered, shared.lastSeats.orders]).toEqual([10, 10]);
    },
  );
});
