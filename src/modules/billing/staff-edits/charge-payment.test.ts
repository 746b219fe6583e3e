import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { anActiveOrder, endOrder, paymentOf } from '#tests/support/billing/active-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { cancelUnpaid } from '#modules/billing/payments/attempts.queries.ts';
import { chargePayment } from './charge-payment.service.ts';

let t: TestBilling;
let staff: Viewer;
beforeAll(async () => {
  t = await createTestBilling();
  staff = await aColleague(t.database.db);
});
afterAll(() => t.close());

/** @shows MP4.3 */
it('a declined charge has its reason and its sum, also if the order ended in the meantime', async () => {
  const { db } = t.database;
  const order = await anActiveOrder(t);
  t.clock.moveToDay(plainDate('2026-10-10'), 10);
  const gateway = {
    ...t.billing.gateway,
    charge: async () => {
      await endOrder(db, order.order_id);
      await db.transaction((tx) => cancelUnpaid(tx, order.order_id));
      return { k: 'declined', code: 'insufficient_funds', next: 'later' } as const;
    },
  };
  const { version } = await paymentOf(db, order.later_id);
  const command = { order_id: order.order_id, payment_id: order.later_id, version };
  const refused = await chargePayment({ ...t.billing, gateway }, staff, command).catch(
    (error: unknown) => error,
  );
  expect((refused as Refusal).sentences).toEqual([
    'We tried to charge $2,150.00, but it wasn’t collected: insufficient funds on the card.',
  ]);
  expect(await paymentOf(db, order.later_id)).toMatchObject({ status: 'cancelled' });
});
