import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { anActiveOrder, orderOf } from '#tests/support/billing/active-order.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { brokenPromises } from '#tests/support/database/payment-promises.ts';
import { collectDue } from '#modules/billing/charges/collect-due.service.ts';
import { editPayment } from '#modules/billing/staff-edits/edit-payment.service.ts';
import { raiseFee, withdrawFee } from './congestion-fees.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

describe('a congestion fee that is withdrawn after its payment failed', () => {
  it('leaves its order in order: nothing of it is past due any more', async () => {
    t.clock.moveTo('2026-11-23T17:00:00Z');
    const order = await anActiveOrder(t);
    await t.database.db.execute(sql`update payments set pay_on = '2027-05-01' where id = ${order.later_id}`);
    const charge_on = plainDate('2026-12-15');
    const fee_id = await t.database.db.transaction((tx) =>
      raiseFee(tx, t.billing, {
        route_id: order.route_id,
        amount_cents: cents(4_500),
        reason: 'Road works',
        charge_on,
        request_key: 'one-press',
        staff_id: order.user_id,
        order_ids: [order.order_id],
      }),
    );
    const { rows } = await t.database.db.execute<{ id: number }>(
      sql`select id::int from payments where congestion_fee_id = ${fee_id}`,
    );
    const payment_id = rows[0]!.id;
    // The family asks for an earlier day, which the notice allows (S4); then it removes its only card.
    const staff = await aColleague(t.database.db);
    await t.database.db.transaction((tx) =>
      editPayment(tx, t.billing, staff, {
        order_id: order.order_id,
        payment_id,
        edit: { version: 1, pay_on: plainDate('2026-11-27') },
      }),
    );
    await t.database.db.execute(
      sql`update payment_methods set is_active = false where user_id = ${order.user_id}`,
    );
    t.clock.moveTo('2026-11-27T17:00:00Z');
    await collectDue(t.billing);
    expect((await orderOf(t.database.db, order.order_id)).past_due).toBe(true);
    await t.database.db.transaction((tx) =>
      withdrawFee(tx, t.billing, { fee_id, staff_id: order.user_id, paid: null }),
    );
    expect((await orderOf(t.database.db, order.order_id)).past_due).toBe(false);
    expect(await brokenPromises(t.database.db)).toEqual([]);
  });
});
