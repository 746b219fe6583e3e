import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import {
  anActiveOrder,
  endOrder,
  mailsAbout,
  type ActiveOrder,
} from '#tests/support/billing/active-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import * as fees from './congestion-fees.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
// A Monday at noon: by card from Thursday the 26th on, from a bank account from December 4th.
beforeEach(() => t.clock.moveTo('2026-11-23T17:00:00Z'));

const DAY = plainDate('2026-11-26');
let lastKey = 0;

const command = (order: ActiveOrder, changes: Partial<fees.FeeCommand> = {}): fees.FeeCommand => ({
  route_id: order.route_id,
  amount_cents: cents(4_500),
  reason: 'Road works',
  charge_on: DAY,
  request_key: `key-${(lastKey += 1)}`,
  ...changes,
});
const raise = (order: ActiveOrder, changes: Partial<fees.FeeCommand> = {}, order_ids = [order.order_id]) =>
  t.database.db.transaction((tx) =>
    fees.raiseFee(tx, t.billing, { ...command(order, changes), staff_id: order.user_id, order_ids }),
  );
const withdraw = async ({ user_id }: ActiveOrder, fee_id: number) => {
  const withdrawn = await t.database.db.transaction((tx) =>
    fees.withdrawFee(tx, t.billing, { fee_id, staff_id: user_id, paid: null }),
  );
  return withdrawn?.cancelled;
};

type Row = { id: number; payment_number: number; pay_on: string; status: string; amount: number };
const rowsOf = async (fee_id: number): Promise<Row[]> => {
  const { rows } = await t.database.db.execute<Row>(
    sql`select id::int, payment_number, pay_on::text, status, amount_cents::int as amount
      from payments where congestion_fee_id = ${fee_id} order by id`,
  );
  return rows;
};
const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof Refusal ? error.kind.code : String(error)),
  );

describe('a congestion fee that staff raise (S4)', () => {
  it('is the next payment of the order, on the chosen day, without a surcharge', async () => {
    const order = await anActiveOrder(t);
    expect(await rowsOf(await raise(order))).toMatchObject([
      { payment_number: 3, pay_on: '2026-11-26', status: 'scheduled', amount: 4_500 },
    ]);
  });

  it('is told to the family at once, once', async () => {
    const order = await anActiveOrder(t);
    const [payment] = await rowsOf(await raise(order));
    expect(await mailsAbout(t.database.db, 'billing.congestion_fee', payment!.id)).toHaveLength(1);
  });

  it('leaves a bank account its ten days, and a later day as it was chosen', async () => {
    const account = typedAccount(TEST_ACCOUNTS.settles);
    const first = await anActiveOrder(t, account);
    expect(await rowsOf(await raise(first))).toMatchObject([{ pay_on: '2026-12-04' }]);
    const second = await anActiveOrder(t, account);
    expect(await rowsOf(await raise(second, { charge_on: plainDate('2026-12-20') }))).toMatchObject([
      { pay_on: '2026-12-20' },
    ]);
  });

  it('has the notice of a card where the card that pays is good on the day', async () => {
    const order = await anActiveOrder(t, typedCard(TEST_CARDS.good, { exp_year: 2026 }));
    const [payment] = await rowsOf(await raise(order));
    expect(payment).toMatchObject({ pay_on: '2026-11-26' });
  });

  it('for no order at all has no payment', async () => {
    const order = await anActiveOrder(t);
    expect(await rowsOf(await raise(order, {}, []))).toEqual([]);
  });

  it('is one a route and day: a second one is refused, one of another day is not', async () => {
    const order = await anActiveOrder(t);
    await raise(order);
    expect(await codeOf(raise(order))).toBe('congestion_fee_stands');
    const later = await raise(order, { charge_on: plainDate('2026-11-27') });
    expect(await rowsOf(later)).toMatchObject([{ payment_number: 4 }]);
  });
});

describe('the same press again', () => {
  it('finds the fee that it has raised', async () => {
    const order = await anActiveOrder(t);
    const asked = command(order);
    const fee_id = await raise(order, asked);
    expect(await fees.findRaisedFee(t.database.db, asked)).toBe(fee_id);
    expect(await fees.findRaisedFee(t.database.db, { ...asked, request_key: 'another' })).toBeUndefined();
  });

  it.each([
    ['amount', { amount_cents: cents(4_501) }],
    ['reason', { reason: 'Snow' }],
    ['day', { charge_on: plainDate('2026-11-27') }],
    ['route', { route_id: 999_999 }],
  ])('with another %s is refused', async (_, changes) => {
    const order = await anActiveOrder(t);
    const asked = command(order);
    await raise(order, asked);
    const again = fees.findRaisedFee(t.database.db, { ...asked, ...changes });
    expect(await codeOf(again)).toBe('congestion_key_reused');
  });

  it('for another route at the same moment is refused by one of the two', async () => {
    const [one, other] = [await anActiveOrder(t), await anActiveOrder(t)];
    const request_key = 'pressed-twice';
    const both = await Promise.all([
      codeOf(raise(one, { request_key })),
      codeOf(raise(other, { request_key })),
    ]);
    expect(both.toSorted()).toEqual(['congestion_key_reused', 'nothing was refused']);
  });
});

describe('a congestion fee that staff withdraw', () => {
  it('is owed by nobody any more, and everybody who was told hears of it', async () => {
    const order = await anActiveOrder(t);
    const fee_id = await raise(order);
    expect(await withdraw(order, fee_id)).toBe(1);
    const [payment] = await rowsOf(fee_id);
    expect(payment!.status).toBe('cancelled');
    expect(await mailsAbout(t.database.db, 'billing.congestion_fee_withdrawn', payment!.id)).toHaveLength(1);
    expect((await fees.getFee(t.database.db, t.clock, fee_id)).state).toBe('withdrawn');
  });

  it('again changes nothing, and tells nobody twice', async () => {
    const order = await anActiveOrder(t);
    const fee_id = await raise(order);
    const both = await Promise.all([withdraw(order, fee_id), withdraw(order, fee_id)]);
    expect(new Set(both)).toEqual(new Set([1, undefined]));
    const [payment] = await rowsOf(fee_id);
    expect(await mailsAbout(t.database.db, 'billing.congestion_fee_withdrawn', payment!.id)).toHaveLength(1);
  });

  it('leaves the other payments of the order as they are', async () => {
    const order = await anActiveOrder(t);
    await withdraw(order, await raise(order));
    const { rows } = await t.database.db.execute(
      sql`select status from payments where order_id = ${order.order_id} order by payment_number`,
    );
    expect(rows).toEqual([{ status: 'paid' }, { status: 'scheduled' }, { status: 'cancelled' }]);
  });

  it('can be withdrawn until the evening before its day, and not on its day', async () => {
    const order = await anActiveOrder(t);
    const [early, late] = [await raise(order), await raise(order, { charge_on: plainDate('2026-11-27') })];
    t.clock.moveTo('2026-11-26T04:59:00Z');
    expect(await withdraw(order, early)).toBe(1);
    t.clock.moveTo('2026-11-27T05:00:00Z');
    expect(await codeOf(withdraw(order, late))).toBe('congestion_fee_begun');
  });

  it('that nobody knows is refused', async () => {
    const order = await anActiveOrder(t);
    expect(await codeOf(withdraw(order, 999_999))).toBe('congestion_fee_not_found');
  });

  it('makes its day free for another fee', async () => {
    const order = await anActiveOrder(t);
    await withdraw(order, await raise(order));
    expect(await rowsOf(await raise(order))).toHaveLength(1);
  });
});

describe('how many would pay from a bank account', () => {
  it('counts those orders alone that would, by the method of the day', async () => {
    const byCard = await anActiveOrder(t);
    const byBank = await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles));
    const count = (ids: number[]) => fees.countBankPayers(t.database.db, ids, DAY);
    expect([
      await count([]),
      await count([byCard.order_id]),
      await count([byCard.order_id, byBank.order_id]),
    ]).toEqual([0, 0, 1]);
  });
});

describe('the list of fees', () => {
  it('has the latest first, with what became of each', async () => {
    const order = await anActiveOrder(t);
    const first = await raise(order);
    t.clock.advanceMs(60_000);
    const second = await raise(order, { charge_on: plainDate('2026-12-01') });
    await endOrder(t.database.db, order.order_id);
    await t.database.db.execute(
      sql`update payments set status = 'cancelled' where congestion_fee_id = ${second}`,
    );
    const listed = await fees.listFees(t.database.db, t.clock);
    const ids = listed.map(({ id }) => id);
    expect(ids.indexOf(second)).toBeLessThan(ids.indexOf(first));
    expect(listed.find(({ id }) => id === second)).toMatchObject({ contracts: 1, cancelled: 1, paid: 0 });
  });
});
