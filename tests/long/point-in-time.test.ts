import { describe, expect, it } from 'vitest';
import { playPointInTime } from '#tests/support/drill/point-in-time.ts';
import { lacksPrograms } from '#tests/support/servers/find-programs.ts';

/** @shows H19.3 */
describe.skipIf(lacksPrograms({ pgBouncer: false }))('an outside PostgreSQL that archives its log', () => {
  it(
    'recovers to a moment between two orders, and the portal sells on there',
    { timeout: 600_000 },
    async () => {
      const { faults, orders, ordersAgain } = await playPointInTime({
        customers: 16,
        before: 40,
        after: 40,
        again: 20,
      });
      expect(faults).toEqual([]);
      expect([orders.afterTarget, ordersAgain]).toEqual([5, 20]);
    },
  );
});
