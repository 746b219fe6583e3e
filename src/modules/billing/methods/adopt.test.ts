import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { plainDate } from '#kit/plain-date.ts';
import { collectDue } from '#modules/billing/charges/collect-due.service.ts';
import { ensureMethod } from './save-method.service.ts';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import { refundsOfOrder } from '#modules/billing/refunds/refunds-of-order.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { Processor } from '#platform/payments/processor.ts';
import { anActiveOrder, paymentOf, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { aRefund } from '#tests/support/billing/refunds.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { adopt, processorStatus } from './adopt.service.ts';
import { findBinding } from '#modules/billing/processor/binding.queries.ts';

let t: TestBilling;
beforeEach(async () => void (t = await createTestBilling()));
afterEach(() => t.close());

const withKeys = (processor: Processor, account_id = 'acct_ours'): BillingContext => ({
  ...t.billing,
  gateway: { ...t.gateway, processor },
  identify: processor === 'sandbox' ? undefined : async () => account_id,
});
const adoptBy = (billing: BillingContext, isNotified = false) => adopt(billing, { isNotified });
const all = async (text: string) => (await t.database.pool.query(text)).rows;
const methodsInUse = () => all('select id from payment_methods where is_active');
const mails = () => all(`select ref from outbox where kind = 'billing.enter_method_again'`);

async function pilot(): Promise<ActiveOrder> {
  const order = await anActiveOrder(t);
  t.clock.advanceMs(MINUTE_MS);
  return order;
}

describe('moving a database to another account (check 44)', () => {
  /** @shows S23.1 */
  it.each<[string, () => Promise<{ kind: string; id: number }>]>([
    ['a charge without an answer', async () => ({ kind: 'attempts', id: (await opened()).attempt_id })],
    [
      'a debit on its way',
      async () => ({ kind: 'debits', id: (await paid(typedAccount(TEST_ACCOUNTS.settles))).attempt_id }),
    ],
    ['a refund that is pending', pendingRefund],
    ['a dispute that is open', openDispute],
  ])('is refused, with our ids, because of %s, and changes nothing', async (_, make) => {
    const { kind, id } = await make();
    const unfinished = { attempts: [], debits: [], refunds: [], disputes: [], [kind]: [id] };
    const inUse = await methodsInUse();
    expect(await adoptBy(withKeys('stripe_test'), true)).toEqual({ k: 'unfinished', unfinished });
    expect([await findBinding(t.database.db), await methodsInUse(), await mails()]).toEqual([
      undefined,
      inUse,
      [],
    ]);
  });

  /** @shows S23.2 */
  it('binds it, puts every card away with its mandates, and lists the orders that need one', async () => {
    const order = await pilot();
    await paid(typedAccount(TEST_ACCOUNTS.settles)).then(settle);
    const { binding, ...adopted } = (await adoptBy(withKeys('stripe_live'))) as { binding: object };
    expect(binding).toMatchObject({ processor: 'stripe_live', account_id: 'acct_ours', livemode: true });
    expect(adopted).toMatchObject({ k: 'adopted', put_away: 2 });
    expect((adopted as { without_method: object[] }).without_method).toContainEqual({
      order_id: order.order_id,
      payment_id: order.later_id,
      pay_on: '2026-10-10',
    });
    expect(await methodsInUse()).toEqual([]);
    expect(await all('select id from mandates where revoked_at is null')).toEqual([]);
    expect(await all(`select detail from audit_log where action = 'processor.adopt'`)).toMatchObject([
      { detail: { from: 'sandbox', to: 'stripe_live', methods: 2 } },
    ]);
  });

  /** @shows S23.2 */
  it('charges nothing to what was put away: the family is asked for another on the day', async () => {
    const { later_id } = await pilot();
    await adoptBy(withKeys('stripe_test'));
    t.clock.moveToDay(plainDate('2026-10-10'), 10);
    await collectDue(withKeys('stripe_test'));
    expect((await paymentOf(t.database.db, later_id)).status).toBe('needs_method');
    expect(await all('select ref from sandbox.charges')).toHaveLength(1);
  });

  /** @shows S23.3 */
  it('twice is once, also for mails; a card that the old one saved meanwhile is put away', async () => {
    const order = await pilot();
    await adoptBy(withKeys('stripe_test'), true);
    const bound = await findBinding(t.database.db);
    expect(await adoptBy(withKeys('stripe_test'), true)).toMatchObject({ k: 'already', put_away: 0 });
    const { user_id, program_group_id } = order;
    const instrument = typedCard(TEST_CARDS.mastercard);
    await ensureMethod(t.billing, { user_id, program_group_id, instrument, key: 'late' });
    expect(await adoptBy(withKeys('stripe_test'), true)).toMatchObject({ k: 'already', put_away: 1 });
    expect([await findBinding(t.database.db), (await mails()).length]).toEqual([bound, 1]);
    expect(await all(`select id from audit_log where action = 'processor.adopt'`)).toHaveLength(2);
  });

  /** @shows S23.3 */
  it('by two at once binds it once', async () => {
    await pilot();
    const two = [withKeys('stripe_test'), withKeys('stripe_test')];
    const adopted = await Promise.all(two.map((billing) => adoptBy(billing, true)));
    expect(adopted.map(({ k }) => k).toSorted()).toEqual(['adopted', 'already']);
    expect(await mails()).toHaveLength(1);
  });

  /** @shows S23.1 */
  it('is refused to keys that have no account, and to test keys where real money was', async () => {
    expect(await adoptBy(withKeys('sandbox'))).toEqual({ k: 'no_account' });
    await adoptBy(withKeys('stripe_live'));
    expect(await adoptBy(withKeys('stripe_test'))).toEqual({ k: 'live_to_test' });
    expect(await adoptBy(withKeys('stripe_live', 'acct_new'))).toMatchObject({ k: 'adopted' });
  });

  it('to another account of the same processor puts cards away too, and knows no customer', async () => {
    await adoptBy(withKeys('stripe_test'));
    t.clock.advanceMs(MINUTE_MS);
    const billing = withKeys('stripe_test');
    const { user_id } = await anActiveOrder({ ...t, billing });
    await t.database.pool.query(`insert into processor_customers values
      (${user_id}, 'stripe_test', 'cus_1', now())`);
    await t.database.pool.query(`insert into processor_cursors values ('events', '2030-01-01')`);
    t.clock.advanceMs(MINUTE_MS);
    expect(await adoptBy(withKeys('stripe_test', 'acct_new'))).toMatchObject({ k: 'adopted', put_away: 1 });
    expect(await all('select user_id from processor_customers')).toEqual([]);
    // The clock of a sandbox may have been years ahead: nothing would be read until then.
    expect(await all('select list from processor_cursors')).toEqual([]);
  });
});

describe('a charge of the processor before', () => {
  /** @shows S23.4 */
  it('is given back by check alone, and staff read why before they ask', async () => {
    const order = await pilot();
    const present = withKeys('stripe_test');
    await adoptBy(present);
    const refused = createRefund(present, aRefund(order));
    await expect(refused).rejects.toMatchObject({ kind: { code: 'refund_elsewhere' } });
    expect((await refundsOfOrder(present, order.order_id)).taken).toMatchObject([{ standing: 'elsewhere' }]);
    await createRefund(present, aRefund(order, { way: 'check', reference: '1001' }));
    expect(await all('select state, processor from refunds')).toEqual([
      { state: 'succeeded', processor: null },
    ]);
  });

  it('is none of the present one either when only the account is another', async () => {
    await adoptBy(withKeys('stripe_test'));
    t.clock.advanceMs(MINUTE_MS);
    const order = await anActiveOrder({ ...t, billing: withKeys('stripe_test') });
    const { taken } = await refundsOfOrder(withKeys('stripe_test'), order.order_id);
    expect(taken).toMatchObject([{ standing: 'arrived' }]);
    t.clock.advanceMs(MINUTE_MS);
    await adoptBy(withKeys('stripe_test', 'acct_new'));
    const after = await refundsOfOrder(withKeys('stripe_test'), order.order_id);
    expect(after.taken).toMatchObject([{ standing: 'elsewhere' }]);
  });

  /** @shows S23.5 */
  it('says whose it is, as its card and its refund do', async () => {
    const order = await anActiveOrder(t);
    await createRefund(t.billing, aRefund(order));
    for (const table of ['payment_methods', 'charge_attempts', 'refunds'])
      expect(await all(`select distinct processor from ${table}`)).toEqual([{ processor: 'sandbox' }]);
  });
});

/** @shows S23.6 */
it('the status says whose the database is and what stands against a move, and changes nothing', async () => {
  const { order_id } = await pilot();
  const status = await processorStatus(withKeys('stripe_test'));
  expect(status).toMatchObject({
    processor: 'stripe_test',
    account_id: 'acct_ours',
    binding: undefined,
    methods: [{ processor: 'sandbox', in_use: 1 }],
    without_method: [],
  });
  await adoptBy(withKeys('stripe_test'));
  const after = await processorStatus(withKeys('stripe_test'));
  expect(after).toMatchObject({
    binding: { account_id: 'acct_ours' },
    methods: [],
    without_method: [{ order_id }],
  });
});

const opened = () => openedCharge(t.billing, typedCard(TEST_CARDS.good));
const paid = (instrument: Parameters<typeof anActiveOrder>[1]) => anActiveOrder(t, instrument);

async function settle(): Promise<void> {
  t.clock.advanceDays(10);
  await takeEvents(t.billing);
}

async function pendingRefund() {
  const order = await paid(typedCard(TEST_CARDS.refundPending));
  await createRefund(t.billing, aRefund(order));
  const { rows } = await t.database.db.execute<{ id: number }>(sql`select id::int from refunds`);
  return { kind: 'refunds', id: rows[0]!.id };
}

async function openDispute() {
  await paid(typedCard(TEST_CARDS.disputedThenLost));
  t.clock.advanceDays(7);
  await takeEvents(t.billing);
  const { rows } = await t.database.db.execute<{ id: number }>(sql`select id::int from disputes`);
  return { kind: 'disputes', id: rows[0]!.id };
}
