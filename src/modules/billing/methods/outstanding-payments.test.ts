import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { PAYMENT_STATES } from '#modules/billing/payment.states.ts';
import { anActiveOrder, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { anAttemptRow } from '#tests/support/billing/payment-rows.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { outstandingPaymentsOf, outstandingPaymentsUntil } from './outstanding-payments.queries.ts';
import { ensureMethod } from './save-method.service.ts';

let t: TestBilling;
let order: ActiveOrder;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(async () => void (order = await anActiveOrder(t)));

const owed = () => outstandingPaymentsOf(t.database.db, order.user_id);
const setOrder = (status: string) =>
  t.database.db.execute(sql`update orders set status = ${status} where id = ${order.order_id}`);
const setLater = (changes: ReturnType<typeof sql>) =>
  t.database.db.execute(sql`update payments set ${changes} where id = ${order.later_id}`);

describe('what a family still has to pay', () => {
  it('is what is not paid, with its day, its order and the method that checkout was paid with', async () => {
    expect(await owed()).toMatchObject([
      {
        id: order.later_id,
        order_id: order.order_id,
        pay_on: '2026-10-10',
        checkout_method_id: order.method.id,
        left_method_id: null,
        is_on_paper: false,
      },
    ]);
  });

  it('includes what has failed or is being charged, and not what is paid or waived', async () => {
    const found: string[] = [];
    for (const status of PAYMENT_STATES) {
      const isPaid = status === 'paid' || status === 'processing';
      await setLater(sql`status = ${status}, paid_at = ${isPaid ? sql`now()` : sql`null`}`);
      if ((await owed()).length > 0) found.push(status);
    }
    expect(found).toEqual(['scheduled', 'in_flight', 'failed', 'returned', 'needs_method']);
  });

  it('includes an order that waits for its first charge or its aid, and none that has ended', async () => {
    const found: string[] = [];
    for (const status of ['pending_payment', 'awaiting_aid', 'active', 'payment_failed', 'cancelled']) {
      await setOrder(status);
      if ((await owed()).length > 0) found.push(status);
    }
    expect(found).toEqual(['pending_payment', 'awaiting_aid', 'active']);
  });

  it('names the card that paid at last, where an earlier one was declined at checkout', async () => {
    const { user_id, order_id, payment_id } = order;
    const second = await ensureMethod(t.billing, {
      user_id,
      program_group_id: null,
      instrument: typedCard(TEST_CARDS.mastercard),
      key: 'second',
    });
    await t.database.db.execute(sql`update charge_attempts set state = 'declined', code = 'declined'
      where payment_id = ${payment_id}`);
    await anAttemptRow(t.database.db, { id: payment_id, order_id }, { method: second, state: 'succeeded' });
    expect(await owed()).toMatchObject([{ checkout_method_id: second.id }]);
  });
});

describe('what is to be paid until a day', () => {
  const ids = async (day: string) => (await until(day)).map(({ id }) => id);
  const until = (day: string) =>
    outstandingPaymentsUntil(t.database.db, { today: t.clock.today(), until: plainDate(day) });

  it('is of every family, with the day itself', async () => {
    const other = await anActiveOrder(t);
    expect(await ids('2026-10-09')).not.toContain(order.later_id);
    expect(await ids('2026-10-10')).toEqual(expect.arrayContaining([order.later_id, other.later_id]));
  });

  it('is of orders in force, and of none that has ended', async () => {
    await setOrder('cancelled');
    expect(await ids('2026-10-10')).not.toContain(order.later_id);
  });

  /** @shows MC7.3 */
  it('has no day for the first payment of an order that waits for aid, and one for the others', async () => {
    await setOrder('awaiting_aid');
    await t.database.db.execute(
      sql`update payments set status = 'scheduled', paid_at = null where id = ${order.payment_id}`,
    );
    const found = await until('2026-10-10');
    const heldUp = (id: number) => found.find((one) => one.id === id)?.is_held_up;
    expect([heldUp(order.payment_id), heldUp(order.later_id)]).toEqual([true, false]);
  });
});
