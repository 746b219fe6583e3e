import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { anActiveOrder, paymentOf } from '#tests/support/billing/active-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { countStatements } from '#tests/support/database/count-statements.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { collectDue } from './collect-due.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(() => t.clock.moveTo('2026-04-10T14:00:00Z'));

const DUE = plainDate('2026-10-10');

async function ordersDue(count: number) {
  t.clock.moveTo('2026-04-10T14:00:00Z');
  const orders = [];
  for (let n = 0; n < count; n++) orders.push(await anActiveOrder(t));
  t.clock.moveToDay(DUE, 10);
  return orders;
}
const collectCounted = () => countStatements(t.database.pool, () => collectDue(t.billing));

describe('the collection of many due payments', () => {
  it('sends at most twelve statements more for each payment more of a page', async () => {
    await ordersDue(1);
    const ofOne = await collectCounted();
    await ordersDue(11);
    const ofEleven = await collectCounted();
    expect((ofEleven - ofOne) / 10).toBeLessThanOrEqual(12);
  });

  it('looks at all that wait in a handful of statements, and leaves them as they are', async () => {
    const orders = await ordersDue(8);
    const later_ids = orders.map(({ later_id }) => later_id);
    await t.database.db.execute(sql`update payments set status = 'needs_method'
      where id = any(${sql.param(later_ids)})`);
    await t.database.db.execute(sql`update payment_methods set is_active = false
      where user_id = any(${sql.param(orders.map(({ user_id }) => user_id))})`);
    const before = await paymentOf(t.database.db, later_ids[0]!);
    expect(await collectCounted()).toBeLessThanOrEqual(8);
    expect(await paymentOf(t.database.db, later_ids[0]!)).toEqual(before);
  });

  it('charges two due payments of one order one after the other, and both in one run', async () => {
    const orders = await ordersDue(3);
    for (const { order_id } of orders)
      await t.database.db.execute(sql`insert into payments
        (order_id, payment_number, amount_cents, pay_on, status)
        values (${order_id}, 3, 100, '2026-10-09', 'scheduled')`);
    await collectDue(t.billing);
    const { rows } = await t.database.db.execute<{ status: string }>(
      sql`select distinct status from payments
        where order_id = any(${sql.param(orders.map(({ order_id }) => order_id))})`,
    );
    expect(rows).toEqual([{ status: 'paid' }]);
  });
});

describe('after all of this', () => {
  it('the books are whole', async () => expect(await brokenInvariants(t.database.db, 'always')).toEqual([]));
});
