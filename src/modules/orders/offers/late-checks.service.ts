import { DAY_MS } from '#kit/durations.ts';
import { lockOrder } from '#modules/orders/orders.queries.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { CHECK_LATE, lateCheckWork as workBefore, listToRemind } from './offers.queries.ts';

/** After the acceptance; then a check is late for staff, and the family is reminded (OF3.7). */
const CHECK_DAYS = 14;

const BATCH = 200;

type Now = Pick<Clock, 'now'>;

const lateBefore = (clock: Now) => new Date(clock.now().getTime() - CHECK_DAYS * DAY_MS);

export const lateCheckWork = (clock: Now) => workBefore(lateBefore(clock));

/**
 * Reminds each family once of a check or cash that has not come. Nothing ends: staff end such an order or
 * wait. Two runs at once write one email (OF3.7).
 */
export async function remindOfChecks({ db, clock }: { db: Database; clock: Now }): Promise<void> {
  for (const { order_id, ...of } of await listToRemind(db, lateBefore(clock), BATCH))
    await db.transaction(async (tx) => {
      const order = await lockOrder(tx, order_id);
      if (order.status !== 'awaiting_check') return;
      const payload = { order_id, ...of };
      await enqueue(tx, clock.now(), { kind: CHECK_LATE, ref: `order-${order_id}`, payload });
    });
}
