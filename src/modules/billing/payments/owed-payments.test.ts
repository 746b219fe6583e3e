import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { ORDER_STATUSES } from '#db/tables/orders/orders.ts';
import { PAYMENT_STATES, UNPAID, type PaymentState } from '#modules/billing/payment.states.ts';
import type { Tx } from '#platform/db/database.ts';
import { anActiveOrder, aSignedContract, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { anAttemptRow, aPaymentRow } from '#tests/support/billing/payment-rows.ts';
import { aPendingOrder } from '#tests/support/billing/pending-order.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import {
  attemptsOf,
  checkoutMethodId,
  claimDue,
  findActivatedOwner,
  findPayment,
  firstLineText,
  listDue,
  listUpcoming,
} from './collection.queries.ts';
import { insertStop } from './collection-stops.queries.ts';
import { insertNextPayment } from './next-payment.queries.ts';
import { listAttemptsOf, listCheckoutMethodIds, listFirstLineTexts } from './page-of-payments.queries.ts';
import { countRefusedByFamily, findWaitingForPayer, listOwedOf } from './paying-family.queries.ts';
import { findStaffPayment, lockPayment, transactionsOfPayment } from './staff-payments.queries.ts';

let t: TestBilling;
let order: ActiveOrder;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(async () => void (order = await anActiveOrder(t)));

const inTx = <T>(work: (tx: Tx) => Promise<T>) => t.database.db.transaction(work);
const db = () => t.database.db;
const setStatus = (order_id: number, status: string) =>
  db().execute(sql`update orders set status = ${status} where id = ${order_id}`);
const owedOf = async (order_id: number) =>
  (await listOwedOf(db(), order_id)).map(({ payment }) => payment.id);

describe('what a family can pay of an order', () => {
  it.each(PAYMENT_STATES)('is what is owed, and nothing that is paid or on its way: %s', async (status) => {
    const { id } = await aPaymentRow(db(), order, { status });
    const isOwed = (UNPAID as readonly PaymentState[]).includes(status);
    expect((await owedOf(order.order_id)).includes(id)).toBe(isOwed);
  });

  it.each(ORDER_STATUSES)('is something of an active order alone: %s', async (status) => {
    await setStatus(order.order_id, status);
    expect(await owedOf(order.order_id)).toEqual(status === 'active' ? [order.later_id] : []);
  });

  it('stands by due day, and on one day by number', async () => {
    const days = ['2026-12-01', '2026-09-01', '2026-09-01'] as const;
    const ids = [];
    for (const day of days) ids.push((await aPaymentRow(db(), order, { pay_on: plainDate(day) })).id);
    // The term's own second payment falls due on 10/10/2026.
    expect(await owedOf(order.order_id)).toEqual([ids[1], ids[2], order.later_id, ids[0]]);
  });

  it('has a charge that waits for its payer, and none that waits for the collection', async () => {
    const { method } = order;
    const waiting = await aPaymentRow(db(), order, { status: 'in_flight' });
    const own = await anAttemptRow(db(), waiting, { method, state: 'action', is_by_family: true });
    const collected = await aPaymentRow(db(), order, { status: 'in_flight' });
    await anAttemptRow(db(), collected, { method, state: 'action', is_by_family: false });
    const sent = await aPaymentRow(db(), order, { status: 'in_flight' });
    await anAttemptRow(db(), sent, { method, state: 'sent', is_by_family: true });
    expect((await owedOf(order.order_id)).toSorted()).toEqual([order.later_id, waiting.id].toSorted());
    expect(await findWaitingForPayer(db(), waiting.id)).toMatchObject({ id: own.id });
    expect(await findWaitingForPayer(db(), collected.id)).toBeUndefined();
    expect(await findWaitingForPayer(db(), sent.id)).toBeUndefined();
  });

  it('says whether it was tried, and what checkout was paid with at last', async () => {
    const second = await openedCharge(t.billing, typedCard(TEST_CARDS.mastercard));
    const first = { id: order.payment_id, order_id: order.order_id };
    await anAttemptRow(db(), first, { method: second.method, state: 'declined' });
    await anAttemptRow(db(), { ...first, id: order.later_id }, { method: order.method, state: 'declined' });
    const fresh = await aPaymentRow(db(), order, { pay_on: plainDate('2026-12-01') });
    const rows = await listOwedOf(db(), order.order_id);
    const told = rows.map(({ payment, is_tried, checkout_method_id }) => [
      payment.id,
      is_tried,
      checkout_method_id,
    ]);
    expect(told).toEqual([
      [order.later_id, true, second.method.id],
      [fresh.id, false, second.method.id],
    ]);
    expect(await checkoutMethodId(db(), order.order_id)).toBe(second.method.id);
  });

  it('names no method of checkout where nothing was due there', async () => {
    const free = await aPendingOrder(db());
    await setStatus(free.order_id, 'active');
    await aPaymentRow(db(), free);
    expect(await listOwedOf(db(), free.order_id)).toMatchObject([
      { is_tried: false, checkout_method_id: null },
    ]);
    expect(await checkoutMethodId(db(), free.order_id)).toBeNull();
  });
});

describe('the refusals that a family has met by Pay now today', () => {
  const since = () => t.clock.now();
  const counted = (except = 0) =>
    countRefusedByFamily(db(), { order_id: order.order_id, except, since: since() });
  const refused = (changes: Partial<Parameters<typeof anAttemptRow>[2]> = {}, of = order) =>
    anAttemptRow(
      db(),
      { id: of.later_id, order_id: of.order_id },
      { method: of.method, state: 'declined', is_by_family: true, finished_at: since(), ...changes },
    );

  it('count from the first moment of the time, and not a moment before', async () => {
    await refused({ finished_at: new Date(since().getTime() - 1) });
    expect(await counted()).toBe(0);
    await refused();
    expect(await counted()).toBe(1);
  });

  it('count over all orders of the account, and none of another', async () => {
    const stranger = await anActiveOrder(t);
    await refused({}, stranger);
    expect(await counted()).toBe(0);
    const sister = await anActiveOrder(t);
    await db().execute(sql`update orders set user_id = ${order.user_id} where id = ${sister.order_id}`);
    await refused({}, sister);
    expect(await counted()).toBe(1);
  });

  it('count neither the one told now, nor what the collection tried, nor what never arrived', async () => {
    const { id } = await refused();
    await refused({ is_by_family: false });
    await refused({ state: 'not_found' });
    expect([await counted(), await counted(id)]).toEqual([1, 0]);
  });
});

describe('the payments that a family is reminded of', () => {
  const TODAY = plainDate('2026-09-26');
  const UNTIL = plainDate('2026-10-01');
  const upcoming = async () =>
    (await listUpcoming(db(), { today: TODAY, until: UNTIL })).map(({ payment }) => payment.id);

  beforeEach(() => db().execute(sql`update payments set status = 'cancelled' where status = 'scheduled'`));

  it.each([
    ['2026-09-26', false],
    ['2026-09-27', true],
    ['2026-10-01', true],
    ['2026-10-02', false],
  ] as const)('fall due after today and up to the last day: %s', async (day, isIn) => {
    const { id } = await aPaymentRow(db(), order, { pay_on: plainDate(day) });
    expect(await upcoming()).toEqual(isIn ? [id] : []);
  });

  it.each(PAYMENT_STATES)('are planned, and neither failed nor paid before: %s', async (status) => {
    const { id } = await aPaymentRow(db(), order, { status });
    expect(await upcoming()).toEqual(status === 'scheduled' ? [id] : []);
  });

  it('stand by day, and are none of an order that has ended', async () => {
    const [last, soon] = [
      await aPaymentRow(db(), order),
      await aPaymentRow(db(), order, { pay_on: plainDate('2026-09-28') }),
    ];
    expect(await upcoming()).toEqual([soon.id, last.id]);
    await setStatus(order.order_id, 'cancelled');
    expect(await upcoming()).toEqual([]);
  });
});

describe('what the collection claims', () => {
  const claim = (ids: number[]) =>
    inTx(async (tx) => (await claimDue(tx, ids, t.clock.now())).map(({ payment }) => payment.id));

  it('is what is still owed of what was found, by its number', async () => {
    const rows = [];
    for (const status of PAYMENT_STATES) rows.push(await aPaymentRow(db(), order, { status }));
    const owed = rows.filter(({ status }) => (UNPAID as readonly PaymentState[]).includes(status));
    const ids = rows.map(({ id }) => id);
    expect(await claim(ids.toReversed())).toEqual(owed.map(({ id }) => id));
    expect((await listDue(db(), ids, t.clock.now())).map(({ payment }) => payment.id)).toEqual(
      owed.map(({ id }) => id),
    );
  });

  it('is nothing of an order that ended after it was found', async () => {
    await setStatus(order.order_id, 'cancelled');
    expect(await claim([order.later_id])).toEqual([]);
  });

  it('is nothing while everything is stopped, though staff still see it', async () => {
    const stop = { stopped_at: t.clock.now(), charge_attempt_id: order.attempt_id };
    await inTx((tx) => insertStop(tx, stop));
    expect(await claim([order.later_id])).toEqual([]);
    expect(await listDue(db(), [order.later_id], t.clock.now())).toHaveLength(1);
    await db().execute(sql`delete from collection_stops`);
  });

  it('says which kinds are stopped at that minute', async () => {
    const resumes_at = new Date(t.clock.now().getTime() + MINUTE_MS);
    const stop = { stopped_at: t.clock.now(), charge_attempt_id: order.attempt_id, kind: 'bank' as const };
    await inTx((tx) => insertStop(tx, { ...stop, resumes_at }));
    const [now] = await listDue(db(), [order.later_id], t.clock.now());
    const [later] = await listDue(db(), [order.later_id], resumes_at);
    expect([now!.stopped_kinds, later!.stopped_kinds]).toEqual([['bank'], []]);
    await db().execute(sql`delete from collection_stops`);
  });

  it('keeps of the price what was signed about fees, and not the price itself', async () => {
    const signed_surcharges = [{ name: 'Card fee' }];
    const price = { signed_surcharges, card_fee: { cap: 3000 }, lines: ['a long quote'] };
    await db().execute(sql`update orders set price_snapshot = ${JSON.stringify(price)}::jsonb
      where id = ${order.order_id}`);
    const [due] = await listDue(db(), [order.later_id], t.clock.now());
    expect(due!.order.price_snapshot).toEqual({ signed_surcharges, card_fee: { cap: 3000 } });
  });
});

describe('a page of payments', () => {
  it('reads the tries of each, the newest first, as the payment alone does', async () => {
    const [one, other] = [await aPaymentRow(db(), order), await aPaymentRow(db(), order)];
    for (const code of ['insufficient_funds', 'expired'])
      await anAttemptRow(db(), one, { method: order.method, state: 'declined', code });
    const found = await listAttemptsOf(db(), [one.id, other.id]);
    expect(found.get(one.id)!.map(({ code, kind }) => [code, kind])).toEqual([
      ['expired', 'card'],
      ['insufficient_funds', 'card'],
    ]);
    expect(found.get(other.id)).toBeUndefined();
    expect((await attemptsOf(db(), one.id)).map(({ code }) => code)).toEqual([
      'expired',
      'insufficient_funds',
    ]);
    expect(await listAttemptsOf(db(), [])).toEqual(new Map());
  });

  it('reads what each order was paid with and is called, as the order alone does', async () => {
    const other = await anActiveOrder(t, typedCard(TEST_CARDS.mastercard));
    const ids = [order.order_id, other.order_id];
    const [methods, texts] = [await listCheckoutMethodIds(db(), ids), await listFirstLineTexts(db(), ids)];
    for (const id of ids) {
      expect(methods.get(id)).toBe(await checkoutMethodId(db(), id));
      expect(texts.get(id)).toBe(await firstLineText(db(), id));
    }
    expect(texts.get(order.order_id)).toBe('Round trip 2026-2027');
    await expect(firstLineText(db(), 987_654)).rejects.toThrow('has a first transaction');
  });
});

describe('a payment that is added later', () => {
  const row = { amount_cents: cents(25_000), pay_on: plainDate('2026-11-15') };
  const add = (order_id: number) => inTx((tx) => insertNextPayment(tx, { order_id, ...row }));

  it('has the next number of its order, after cancelled ones too', async () => {
    await db().execute(sql`update payments set status = 'cancelled' where id = ${order.later_id}`);
    expect(await add(order.order_id)).toMatchObject({ payment_number: 3, status: 'scheduled', ...row });
    expect(await add(order.order_id)).toMatchObject({ payment_number: 4 });
  });

  it('is never number 1, which belongs to checkout (M1)', async () => {
    const free = await aPendingOrder(db());
    expect(await add(free.order_id)).toMatchObject({ payment_number: 2 });
  });
});

describe('a payment in the hands of staff', () => {
  it('is there once its order was activated, and in its own order alone (M4)', async () => {
    const place = { order_id: order.order_id, payment_id: order.later_id };
    const number = await aSignedContract(db(), order);
    expect(await findStaffPayment(db(), place)).toMatchObject({
      payment: { id: order.later_id },
      order: { id: order.order_id, status: 'active' },
      contract_number: number,
    });
    const pending = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
    for (const elsewhere of [
      { ...place, order_id: pending.order_id },
      { ...place, payment_id: pending.payment_id },
      { order_id: pending.order_id, payment_id: pending.payment_id },
    ]) {
      expect(await findStaffPayment(db(), elsewhere)).toBeUndefined();
      expect(await inTx((tx) => lockPayment(tx, elsewhere))).toBeUndefined();
    }
    expect(await inTx((tx) => lockPayment(tx, place))).toMatchObject({ payment: { id: order.later_id } });
  });

  it('has its own lines of the books, the oldest first', async () => {
    const lines = await transactionsOfPayment(db(), order.payment_id);
    expect(lines.map(({ value_cents }) => value_cents)).toEqual([280_000, 8_400]);
    expect(await transactionsOfPayment(db(), order.later_id)).toEqual([]);
  });

  it('is found with its order by its number, and nothing by a number of none', async () => {
    expect(await findPayment(db(), order.later_id)).toMatchObject({ order: { id: order.order_id } });
    expect(await findPayment(db(), 987_654)).toBeUndefined();
  });
});

describe('the owner of an order (M4, A6)', () => {
  const SHOWN = ['awaiting_aid', 'cancelled'];

  it.each(ORDER_STATUSES)(
    'is known of an order that was never active only where it is %s',
    async (status) => {
      const { order_id, user_id } = await aPendingOrder(db());
      await setStatus(order_id, status);
      expect(await findActivatedOwner(db(), order_id)).toBe(SHOWN.includes(status) ? user_id : undefined);
    },
  );

  it('is known of one that was active, whatever it is now', async () => {
    for (const status of ORDER_STATUSES) {
      await setStatus(order.order_id, status);
      expect(await findActivatedOwner(db(), order.order_id)).toBe(order.user_id);
    }
  });
});
