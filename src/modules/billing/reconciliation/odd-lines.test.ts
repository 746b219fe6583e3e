import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHostedApp, type HostedApp } from '#tests/support/app/hosted-app.ts';

let shop: HostedApp;
beforeAll(async () => {
  shop = await openHostedApp();
});
afterAll(async () => {
  shop.simulator.expectNoFaults();
  await shop.close();
});

const rows = async (query: ReturnType<typeof sql>) => (await shop.context.db.execute(query)).rows as any[];

async function aNight(): Promise<unknown> {
  await shop.advance(2);
  await shop.run('billing.reconcile');
  const [run] = await rows(sql`select is_whole from reconciliation_runs order by id desc limit 1`);
  return run.is_whole;
}

const differences = () =>
  rows(sql`select kind, theirs_cents::int as theirs from reconciliation_differences
    where gone_on is null order by kind, id`);

describe('lines of the balance that nothing of ours has made', () => {
  /** @shows S28.4 */
  it('in another currency, or of a refund without a charge, are differences and end no reading', async () => {
    const { outside } = shop.simulator;
    outside.moveInAnotherCurrency(5000, 'cad');
    outside.payOutInAnotherCurrency(5000, 'cad');
    outside.refundOfNoCharge(700);
    outside.adjust(-200);
    expect(await aNight()).toBe(true);
    const found = [
      { kind: 'foreign', theirs: -700 },
      { kind: 'unknown_kind', theirs: 0 },
      { kind: 'unknown_kind', theirs: 0 },
      { kind: 'unknown_kind', theirs: -200 },
    ];
    expect(await differences()).toEqual(found);
    outside.adjust(-300, 'stripe_fee');
    expect(await aNight(), 'a night later').toBe(true);
    expect(await differences()).toEqual(found);
    const [{ fees }] = await rows(sql`select sum(amount_cents)::int as fees from postings
      where account = 'processor_fees'`);
    expect(fees, 'what came after them is read and booked').toBe(300);
  });

  /** @shows MS8.1 MS8.2 */
  it('of a reserve, and of what is released, have an account and are no difference', async () => {
    const before = await differences();
    shop.simulator.outside.topUp(20_000);
    shop.simulator.outside.reserve(5000);
    shop.simulator.outside.reserve(700, 'payment_network_reserve');
    shop.simulator.outside.reserve(-2000);
    expect(await aNight()).toBe(true);
    expect(await differences()).toEqual(before);
    const [{ reserved }] = await rows(sql`select sum(amount_cents)::int as reserved from postings
      where account = 'reserved'`);
    expect(reserved).toBe(3700);
  });

  /** @shows S28.5 */
  it('of a top-up, and one that failed, are booked from the bank and are no difference', async () => {
    const before = await differences();
    shop.simulator.outside.topUp(10_000);
    shop.simulator.outside.topUp(-2500);
    expect(await aNight()).toBe(true);
    expect(await differences()).toEqual(before);
    const booked = await rows(sql`select p.account, sum(p.amount_cents)::int as sum from journal j
      join postings p on p.journal_id = j.id where j.kind = 'top_up' group by 1 order by 1`);
    expect(booked).toEqual([
      { account: 'bank', sum: -27_500 },
      { account: 'gateway', sum: 27_500 },
    ]);
  });
});
