import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import {
  anActiveOrder,
  endOrder,
  mailsAbout,
  orderOf,
  paymentOf,
} from '#tests/support/billing/active-order.ts';
import { aPendingOrder } from '#tests/support/billing/pending-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { crashAt } from '#tests/support/fakes/crash-at.ts';
import { openPayments } from './charges.service.ts';
import { collectDue } from './collect-due.service.ts';
import { resolveUnknown } from './charge-conversation.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(() => t.clock.moveTo('2026-04-10T14:00:00Z'));

const DUE = plainDate('2026-10-10');
const onItsDay = () => t.clock.moveToDay(DUE, 10);
const chargesOf = async (payment_id: number) => {
  const { rows } = await t.database.db.execute<{ amount: number }>(
    sql`select c.amount_cents::int as amount from sandbox.charges c
      join charge_attempts a on a.id = c.attempt_id where a.payment_id = ${payment_id}`,
  );
  return rows.map(({ amount }) => amount);
};
const removeMethods = (user_id: number) =>
  t.database.db.execute(sql`update payment_methods set is_active = false where user_id = ${user_id}`);

describe('the collection of what is due', () => {
  it('charges a payment on its day and not on the day before', async () => {
    const { later_id } = await anActiveOrder(t);
    t.clock.moveToDay(plainDate('2026-10-09'), 20);
    await collectDue(t.billing);
    expect(await chargesOf(later_id)).toEqual([]);
    onItsDay();
    await collectDue(t.billing);
    expect(await chargesOf(later_id)).toEqual([215_000]);
    expect(await paymentOf(t.database.db, later_id)).toMatchObject({ status: 'paid', attempts: 1 });
  });

  it('charges once however often it runs, one after the other or five at once', async () => {
    const { later_id } = await anActiveOrder(t);
    onItsDay();
    await Promise.all([1, 2, 3, 4, 5].map(() => collectDue(t.billing)));
    await collectDue(t.billing);
    expect(await chargesOf(later_id)).toEqual([215_000]);
  });

  it('leaves a payment alone that somebody else has locked, and takes it the next time', async () => {
    const { later_id, order_id } = await anActiveOrder(t);
    onItsDay();
    await t.database.db.transaction(async (tx) => {
      await tx.execute(sql`select id from orders where id = ${order_id} for update`);
      await collectDue(t.billing);
    });
    expect(await chargesOf(later_id)).toEqual([]);
    await collectDue(t.billing);
    expect(await chargesOf(later_id)).toEqual([215_000]);
  });

  it('charges nothing of an order that has ended', async () => {
    const { later_id, order_id } = await anActiveOrder(t);
    await endOrder(t.database.db, order_id);
    onItsDay();
    await collectDue(t.billing);
    expect(await chargesOf(later_id)).toEqual([]);
    expect((await paymentOf(t.database.db, later_id)).status).toBe('scheduled');
  });

  it('charges nothing to a method of another family', async () => {
    const { later_id, user_id } = await anActiveOrder(t);
    await anActiveOrder(t);
    await removeMethods(user_id);
    onItsDay();
    await collectDue(t.billing);
    expect(await chargesOf(later_id)).toEqual([]);
  });
});

describe('a payment that no method can pay on its day', () => {
  it('waits for one, its order is past due, and the family is asked once in several runs', async () => {
    const { later_id, order_id, user_id } = await anActiveOrder(t);
    await removeMethods(user_id);
    onItsDay();
    await collectDue(t.billing);
    await collectDue(t.billing);
    expect(await paymentOf(t.database.db, later_id)).toMatchObject({
      status: 'needs_method',
      next_try_on: null,
      attempts: 0,
    });
    expect((await orderOf(t.database.db, order_id)).past_due).toBe(true);
    expect(await mailsAbout(t.database.db, 'billing.payment_failed', later_id)).toMatchObject([
      { ref: `${later_id}-none`, payload: { charge_attempt_id: null, method_id: null } },
    ]);
  });

  it('is charged as soon as there is one, and its order is in order again', async () => {
    const { later_id, order_id, user_id } = await anActiveOrder(t);
    await removeMethods(user_id);
    onItsDay();
    await collectDue(t.billing);
    await t.database.db.execute(sql`update payment_methods set is_active = true where user_id = ${user_id}`);
    await collectDue(t.billing);
    expect(await chargesOf(later_id)).toEqual([215_000]);
    expect((await orderOf(t.database.db, order_id)).past_due).toBe(false);
  });
});

describe('a collection that has more to send than it has time for', () => {
  const over = (after: number) => {
    let asked = 0;
    return () => (asked += 1) <= after;
  };

  /** @shows S25.11 */
  it('ends by itself, takes back what it has not sent, and the next run charges each once', async () => {
    const orders = [];
    for (let n = 0; n < 5; n += 1) orders.push(await anActiveOrder(t));
    const ids = orders.map(({ later_id }) => later_id);
    const statesOf = () => Promise.all(ids.map(async (id) => (await paymentOf(t.database.db, id)).status));
    onItsDay();
    const alone = { ...t.billing, collectors: 1 };
    // `mayGoOn` is asked before the page, before the claim, and before each payment.
    await collectDue(alone, over(4));
    expect((await statesOf()).toSorted()).toEqual(['paid', 'paid', 'scheduled', 'scheduled', 'scheduled']);
    await collectDue(alone, over(0));
    expect(await Promise.all(ids.map(chargesOf))).toHaveLength(5);
    expect((await statesOf()).filter((status) => status === 'paid')).toHaveLength(2);
    await collectDue(t.billing);
    expect(await Promise.all(ids.map(chargesOf))).toEqual(ids.map(() => [215_000]));
    expect(await statesOf()).toEqual(Array(5).fill('paid'));
    expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
  });
});

describe('a collection that is cut off', () => {
  it.each([
    [1, 'after the payment is claimed and before anything is sent'],
    [2, 'after the charge is marked as sent'],
    [3, 'after the processor has answered and before it is recorded'],
    [4, 'just before the record is committed'],
    [5, 'after everything is recorded'],
  ])('at its crash point %i, %s, charges once in the end', async (point) => {
    const { later_id } = await anActiveOrder(t);
    onItsDay();
    const { crashPoint } = crashAt(point);
    await collectDue({ ...t.billing, crashPoint }).catch(() => undefined);
    await collectDue(t.billing);
    for (let hours = 0; hours < 3; hours++) {
      t.clock.advanceMs(3_600_001);
      await resolveUnknown(t.billing);
    }
    await collectDue(t.billing);
    expect(await chargesOf(later_id)).toEqual([215_000]);
    expect((await paymentOf(t.database.db, later_id)).status).toBe('paid');
  });
});

describe('a payment that cannot be collected at all', () => {
  it('does not hold up the others, and the job fails after them', async () => {
    const broken = await aPendingOrder(t.database.db);
    await t.database.db.execute(sql`update orders set status = 'active' where id = ${broken.order_id}`);
    const [first] = await t.database.db.transaction((tx) =>
      openPayments(tx, {
        order_id: broken.order_id,
        rows: [{ payment_number: 2, amount_cents: cents(100), pay_on: plainDate('2026-10-01') }],
      }),
    );
    const { method, user_id, later_id } = await anActiveOrder(t);
    // The broken payment is due first, has a method, and lacks the first transaction for a description.
    await t.database.db.execute(
      sql`update orders set user_id = ${user_id}, program_group_id =
        (select program_group_id from payment_methods where id = ${method.id}) where id = ${broken.order_id}`,
    );
    onItsDay();
    await expect(collectDue(t.billing)).rejects.toThrow('has a first transaction');
    expect(await chargesOf(later_id)).toEqual([215_000]);
    expect(await chargesOf(first!.id)).toEqual([]);
    await endOrder(t.database.db, broken.order_id);
  });
});

describe('after all of this', () => {
  it('the books are whole', async () => {
    expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
  });
});
