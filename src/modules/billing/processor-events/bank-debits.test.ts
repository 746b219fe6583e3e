import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILY } from '#kit/endpoint/right.ts';
import { plainDate } from '#kit/plain-date.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_ACCOUNTS, typedAccount } from '#tests/support/billing/test-instruments.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import { moneyOfOrders } from '#modules/billing/ledger/money-of-orders.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

async function debit(account: string) {
  t.clock.moveToDay(plainDate('2026-04-10'), 10);
  const opened = await openedCharge(t.billing, typedAccount(account));
  await collect(t.billing, opened.attempt_id);
  return opened;
}
const moneyOf = async (order_id: number) =>
  (await moneyOfOrders(t.database.db, [order_id], FAMILY)).get(order_id)!;
const inTransit = async () =>
  Number(
    (
      await t.database.db.execute(
        sql`select coalesce(sum(amount_cents), 0) as sum from postings where account = 'bank_on_the_way'`,
      )
    ).rows[0]!.sum,
  );

describe('a bank debit', () => {
  it('settles: the row is no longer processing, and nothing else changes', async () => {
    const { order_id } = await debit(TEST_ACCOUNTS.settles);
    expect(await inTransit()).toBe(280000);
    t.clock.moveToDay(plainDate('2026-04-16'), 10);
    await takeEvents(t.billing);
    await takeEvents(t.billing);
    const { payments, transactions } = await moneyOf(order_id);
    expect(payments[0]).toMatchObject({ is_processing: false, is_success: true });
    expect(transactions).toHaveLength(1);
    expect(await inTransit()).toBe(0);
  });

  it.each([
    [TEST_ACCOUNTS.returnedR01, '2026-04-15'],
    [TEST_ACCOUNTS.returnedR10, '2026-04-24'],
  ])('%s comes back: a reversing line, the first one as it was, the row owed again', async (account, day) => {
    const { order_id } = await debit(account);
    for (const on of ['2026-04-16', day].toSorted()) {
      t.clock.moveToDay(plainDate(on), 10);
      await takeEvents(t.billing);
    }
    const { payments, transactions, sums } = await moneyOf(order_id);
    expect(transactions.map(({ is_success, is_credit, value }) => [is_success, is_credit, value])).toEqual([
      [true, false, 2800],
      [true, true, 2800],
    ]);
    expect(payments[0]).toMatchObject({ paid_at: null, is_success: false, user_accounting_invoice_id: null });
    expect(sums.dueCents).toBe(495000);
    expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
  });

  it('that settled and came back while the portal slept ends as returned', async () => {
    const { order_id } = await debit(TEST_ACCOUNTS.returnedR10);
    t.clock.moveToDay(plainDate('2026-06-01'), 10);
    await takeEvents(t.billing);
    const { transactions } = await moneyOf(order_id);
    expect(transactions.map((line) => line.is_credit)).toEqual([false, true]);
    expect(await inTransit()).toBe(0);
  });

  it('leaves the ledger equal to what the processor moved', async () => {
    const { rows } = await t.database.db.execute(sql`select (select sum(amount_cents) from sandbox.movements
        where is_arrived and kind <> 'payout') as theirs,
      (select sum(amount_cents) from postings where account = 'gateway') as ours`);
    expect(rows[0]!.ours).toBe(rows[0]!.theirs);
  });
});
