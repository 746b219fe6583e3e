import { describe, expect, it } from 'vitest';
import { playPointInTime } from '#tests/support/drill/point-in-time.ts';
import { missingPrograms } from '#tests/support/servers/find-programs.ts';

const missing = missingPrograms({ pgBouncer: false });
const reason = missing.length > 0 ? ` (missing: ${missing.join('; ')})` : '';

/** @shows H19.3 */
describe.skipIf(missing.length > 0)(`an outside PostgreSQL that archives its log${reason}`, () => {
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
