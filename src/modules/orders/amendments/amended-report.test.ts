import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { computeSeasonReport } from '#modules/reports/season/season-report.service.ts';
import {
  accept,
  changeOf,
  propose,
  routesToChange,
  type RoutesToChange,
  type Sold,
} from '#tests/support/app/amendments.ts';

vi.setConfig({ testTimeout: 60_000 });

let { shop, staff, sold, toAfternoon } = {} as RoutesToChange;
beforeAll(async () => {
  ({ shop, staff, sold, toAfternoon } = await routesToChange(new Date('2026-04-10T16:00:00Z')));
});
afterAll(() => shop.close());

const one = async (query: ReturnType<typeof sql>): Promise<any> =>
  (await shop.context.db.execute(query)).rows[0];

describe('the season report', () => {
  const reportOf = async ({ order_id }: Sold, as_of = shop.context.clock.today()) => {
    const { period_id } = await one(sql`select period_id::int from orders where id = ${order_id}`);
    const asked = { period_id, by: 'order', as_of } as const;
    const { rows } = await computeSeasonReport(shop.context, asked);
    return rows.find(({ key }) => key === String(order_id))!;
  };

  /** @shows RP2.3 */
  it('of a day over keeps what was past due, when an amendment moves the payment on', async () => {
    const family = await sold('HML-RT-S2');
    const { order_id } = family;
    const yesterday = addDays(shop.context.clock.today(), -1);
    await shop.context.db.execute(sql`update payments set pay_on = ${addDays(yesterday, -1)}
      where order_id = ${order_id} and payment_number = 2`);
    await shop.context.db.execute(
      sql`update orders set activated_at = activated_at - interval '3 days' where id = ${order_id}`,
    );
    // A debit of another amount needs a notice, and moves the payment.
    await shop.context.db
      .execute(sql`update payment_methods m set payment_type_id = t.id from options t, orders o
      where t.key = 'paymentTypeAch' and o.id = ${order_id} and m.user_id = o.user_id`);
    const before = await reportOf(family, yesterday);
    expect(before.past_due_cents).toBeGreaterThan(0);
    const more = { how: 'spread', pay_on: null };
    const change = await changeOf(staff, order_id, { fee_cents: 5000, fee_reason: 'agreed', more });
    expect((await propose(shop, staff, { order_id, change })).errors).toEqual([]);
    const { payments } = (await accept(family, order_id)).items[0].plan;
    expect(payments).toMatchObject([{ what: 'changed', moved_for_notice: true }]);
    expect((await reportOf(family)).past_due_cents).toBe(0);
    expect((await reportOf(family, yesterday)).past_due_cents).toBe(before.past_due_cents);
  });

  /** @shows RP2.2 */
  it('tells the price as signed and what an amendment has changed, each once', async () => {
    const family = await sold('HML-RT-S2');
    const before = await reportOf(family);
    await propose(shop, staff, { order_id: family.order_id, change: await toAfternoon(family.order_id) });
    const { difference_cents, refund } = (await accept(family, family.order_id)).items[0].plan;
    const amendments_cents = difference_cents + (refund?.amount_cents ?? 0);
    const billed_cents = before.billed_cents + amendments_cents;
    expect(amendments_cents).toBeLessThan(0);
    expect(await reportOf(family)).toMatchObject({
      principal_cents: before.principal_cents,
      amendments_cents,
      billed_cents,
    });
    const { owed } = await one(sql`select sum(amount_cents)::int as owed from payments
      where order_id = ${family.order_id} and status <> 'cancelled'`);
    expect(owed).toBe(billed_cents);
    const { contract } = (await family.call('GET', `/order/${family.order_id}`)).items[0].order_detail;
    expect(contract.base_contract_cost).toBe(contract.contract_detail.payment_term.deposit);
  });

  /** @shows RP2.2 */
  it('asks for no payment that an amendment has canceled', async () => {
    const family = await sold('HML-RT-S2');
    const change = await toAfternoon(family.order_id, { schedule: 'new' });
    await propose(shop, staff, { order_id: family.order_id, change });
    const { plan } = (await accept(family, family.order_id)).items[0];
    expect(plan.payments.map(({ what }: any) => what)).toEqual(['cancelled', 'new']);
    shop.context.clock.moveToDay(addDays(plan.payments[0].pay_on_before, 1), 9);
    const { past_due_cents, outstanding_cents } = await reportOf(family);
    expect([past_due_cents, outstanding_cents]).toEqual(Array(2).fill(plan.payments[1].amount_cents));
  });
});
