import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setPaymentStatus } from '#tests/support/billing/mailed-order.ts';
import { PAYMENT_STATES } from '#modules/billing/payment.states.ts';
import { plainDate } from '#kit/plain-date.ts';
import { anActiveOrder, mailsAbout, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { anAttemptRow } from '#tests/support/billing/payment-rows.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { notifyFailure, remindOfUpcoming } from './payment-notifications.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(() => t.clock.moveTo('2026-04-10T14:00:00Z'));

const remindOn = async (day: string) => {
  t.clock.moveToDay(plainDate(day), 9);
  await remindOfUpcoming(t.billing);
};
const reminders = (payment_id: number) => mailsAbout(t.database.db, 'billing.payment_upcoming', payment_id);

describe('the reminder of a payment (M7)', () => {
  it('goes out five days before it, and not six', async () => {
    const { later_id } = await anActiveOrder(t);
    await remindOn('2026-10-04');
    expect(await reminders(later_id)).toEqual([]);
    await remindOn('2026-10-05');
    expect(await reminders(later_id)).toMatchObject([
      { ref: `${later_id}-2026-10-10`, payload: { payment_id: later_id } },
    ]);
  });

  it('goes out late where nobody ran five days before, up to the day before', async () => {
    const { later_id } = await anActiveOrder(t);
    await remindOn('2026-10-09');
    expect(await reminders(later_id)).toHaveLength(1);
  });

  it('does not go out on the day itself, when it is charged', async () => {
    const { later_id } = await anActiveOrder(t);
    await remindOn('2026-10-10');
    expect(await reminders(later_id)).toEqual([]);
  });

  it('goes out once, however often the job runs and however many run at once', async () => {
    const { later_id } = await anActiveOrder(t);
    await remindOn('2026-10-05');
    await Promise.all([1, 2, 3].map(() => remindOfUpcoming(t.billing)));
    await remindOn('2026-10-07');
    expect(await reminders(later_id)).toHaveLength(1);
  });

  it('goes out again for a day that staff have moved', async () => {
    const { later_id } = await anActiveOrder(t);
    await remindOn('2026-10-05');
    await t.database.db.execute(sql`update payments set pay_on = '2026-10-20' where id = ${later_id}`);
    await remindOn('2026-10-14');
    expect(await reminders(later_id)).toHaveLength(1);
    await remindOn('2026-10-15');
    expect((await reminders(later_id)).map(({ ref }) => ref)).toEqual([
      `${later_id}-2026-10-10`,
      `${later_id}-2026-10-20`,
    ]);
  });

  it.each(PAYMENT_STATES.filter((status) => status !== 'scheduled'))(
    'does not go out for a payment that is %s',
    async (status) => {
      const { later_id } = await anActiveOrder(t);
      await setPaymentStatus(t.database.db, later_id, status);
      await remindOn('2026-10-05');
      expect(await reminders(later_id)).toEqual([]);
    },
  );

  it.each(['pending_payment', 'payment_failed', 'cancelled'])(
    'does not go out for an order that is %s',
    async (status) => {
      const { later_id, order_id } = await anActiveOrder(t);
      await t.database.db.execute(sql`update orders set status = ${status} where id = ${order_id}`);
      await remindOn('2026-10-05');
      expect(await reminders(later_id)).toEqual([]);
    },
  );
});

describe('the reminder of another attempt', () => {
  const failOn = async (order: ActiveOrder, day: string, next_try_on: string) => {
    t.clock.moveToDay(plainDate(day), 9);
    const { db } = t.database;
    const attempt = { method: order.method, state: 'declined', code: 'insufficient_funds' } as const;
    const finished_at = t.clock.now();
    const payment = { id: order.later_id, order_id: order.order_id };
    const { id } = await anAttemptRow(db, payment, { ...attempt, finished_at });
    await db.execute(sql`update payments set status = 'failed', next_try_on = ${next_try_on}
      where id = ${order.later_id}`);
    await db.transaction((tx) =>
      notifyFailure(tx, t.clock.now(), {
        payment_id: order.later_id,
        charge_attempt_id: id,
        method_id: order.method.id,
        next_try_on: plainDate(next_try_on),
        is_held_back: false,
      }),
    );
  };

  /** @shows MC5.3 */
  it('goes out where no mail has named its day in the five days before', async () => {
    const order = await anActiveOrder(t);
    await failOn(order, '2026-10-10', '2026-10-13');
    await remindOn('2026-10-11');
    expect(await reminders(order.later_id)).toEqual([]);
    await failOn(order, '2026-10-13', '2026-10-18');
    await remindOn('2026-10-13');
    await remindOn('2026-10-14');
    expect((await reminders(order.later_id)).map(({ ref }) => ref)).toEqual([`${order.later_id}-2026-10-18`]);
  });

  /** @shows MC5.3 */
  it('goes out five days before it where the mail of the failure is older', async () => {
    const order = await anActiveOrder(t);
    await failOn(order, '2026-10-10', '2026-10-20');
    await remindOn('2026-10-14');
    expect(await reminders(order.later_id)).toEqual([]);
    await remindOn('2026-10-15');
    expect(await reminders(order.later_id)).toHaveLength(1);
  });
});

describe('the reminder of a congestion fee (S4)', () => {
  async function aFeePayment(announced_at: string, version = 1): Promise<number> {
    const { later_id, route_id, user_id } = await anActiveOrder(t);
    await t.database.db.execute(sql`with fee as (
        insert into congestion_fees
          (route_id, amount_cents, reason, charge_on, request_key, announced_by, announced_at)
        values (${route_id}, 4500, 'Road works', '2026-10-10', ${`key-${later_id}`}, ${user_id},
          ${announced_at})
        returning id)
      update payments set congestion_fee_id = (select id from fee), version = ${version}
        where id = ${later_id}`);
    return later_id;
  }

  it('is left out where the notice itself is as near: five days before or later', async () => {
    const fifth = await aFeePayment('2026-10-05T15:00:00Z');
    const third = await aFeePayment('2026-10-07T15:00:00Z');
    await remindOn('2026-10-08');
    expect([...(await reminders(fifth)), ...(await reminders(third))]).toEqual([]);
  });

  it('goes out where the notice is older than five days, by the company’s calendar', async () => {
    // Half past eleven in the evening of the 4th in New York.
    const sixth = await aFeePayment('2026-10-05T03:30:00Z');
    await remindOn('2026-10-08');
    expect(await reminders(sixth)).toHaveLength(1);
  });

  it('goes out after all once staff have changed the payment', async () => {
    const changed = await aFeePayment('2026-10-07T15:00:00Z', 2);
    await remindOn('2026-10-08');
    expect(await reminders(changed)).toHaveLength(1);
  });
});
