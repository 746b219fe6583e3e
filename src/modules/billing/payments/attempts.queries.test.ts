import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import type { Tx } from '#platform/db/database.ts';
import { PAYMENT_STATES, UNPAID, type PaymentState } from '#modules/billing/payment.states.ts';
import { aSignedContract, paymentOf } from '#tests/support/billing/active-order.ts';
import { anAttemptRow, aPaymentRow } from '#tests/support/billing/payment-rows.ts';
import { aPendingOrder } from '#tests/support/billing/pending-order.ts';
import {
  createTestBilling,
  openedCharge,
  type Opened,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { ATTEMPT_STATES, UNRESOLVED_ATTEMPTS, type AttemptState } from './attempt.states.ts';
import {
  cancelUnpaid,
  claimUnresolved,
  findAttemptByKey,
  findFirstAttemptId,
  getAttempt,
  getFirstPayment,
  insertAttempt,
  insertPayments,
  lockAttempt,
  markAttemptSent,
  updateAttempt,
  updateAttemptAndPayment,
  updatePayment,
} from './attempts.queries.ts';
import { insertStop } from './collection-stops.queries.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

const inTx = <T>(work: (tx: Tx) => Promise<T>) => t.database.db.transaction(work);
const byCard = () => openedCharge(t.billing, typedCard(TEST_CARDS.good));
const byBank = () => openedCharge(t.billing, typedAccount(TEST_ACCOUNTS.settles));
const later = (minutes: number) => new Date(t.clock.now().getTime() + minutes * MINUTE_MS);
const setState = (attempt_id: number, state: AttemptState) =>
  t.database.db.execute(sql`update charge_attempts set state = ${state} where id = ${attempt_id}`);

const send = (
  attempt_id: number,
  { now = t.clock.now(), from = ['created', 'sent'], isCollected = false } = {},
) =>
  inTx((tx) =>
    markAttemptSent(tx, attempt_id, {
      from,
      now,
      lease_until: new Date(now.getTime() + MINUTE_MS),
      ...(isCollected && { isCollected: true as const }),
    }),
  );

describe('a charge attempt that is about to be sent', () => {
  it('is sent from now on, and nobody else takes it within its lease', async () => {
    const { attempt_id } = await byCard();
    expect(await send(attempt_id)).toMatchObject({
      id: attempt_id,
      state: 'sent',
      first_sent_at: t.clock.now(),
      last_sent_at: t.clock.now(),
      lease_until: later(1),
    });
  });

  it('keeps the moment of its first sending when it is sent again', async () => {
    const { attempt_id } = await byCard();
    const first = t.clock.now();
    await send(attempt_id);
    const again = later(5);
    expect(await send(attempt_id, { now: again })).toMatchObject({
      state: 'sent',
      first_sent_at: first,
      last_sent_at: again,
      lease_until: later(6),
    });
  });

  it('stays unknown while it is asked for again', async () => {
    const { attempt_id } = await byCard();
    await setState(attempt_id, 'unknown');
    expect(await send(attempt_id, { from: ['unknown'] })).toMatchObject({ state: 'unknown' });
  });

  it('is not sent where its answer has come meanwhile', async () => {
    const { attempt_id } = await byCard();
    await setState(attempt_id, 'succeeded');
    expect(await send(attempt_id)).toBeUndefined();
    expect(await getAttempt(t.database.db, attempt_id)).toMatchObject({
      state: 'succeeded',
      first_sent_at: null,
    });
  });
});

describe('a charge attempt under a stop of the collection', () => {
  let stopped: Opened;
  beforeEach(async () => void (stopped = await byCard()));
  afterEach(() => t.database.db.execute(sql`delete from collection_stops`));

  const stop = (limit?: { kind: 'card' | 'bank'; resumes_at: Date }) =>
    inTx((tx) =>
      insertStop(tx, { stopped_at: t.clock.now(), charge_attempt_id: stopped.attempt_id, ...limit }),
    );

  it('is not sent by the collection, and is by a person', async () => {
    await stop();
    const { attempt_id } = await byCard();
    expect(await send(attempt_id, { isCollected: true })).toBeUndefined();
    expect(await send(attempt_id)).toMatchObject({ state: 'sent' });
  });

  it('is asked for again where it was sent before', async () => {
    const { attempt_id } = await byCard();
    await send(attempt_id, { isCollected: true });
    await stop();
    expect(await send(attempt_id, { isCollected: true })).toMatchObject({ state: 'sent' });
  });

  it('of debits is held back as a debit, and sent as a card', async () => {
    await stop({ kind: 'bank', resumes_at: later(10) });
    const [card, account] = [await byCard(), await byBank()];
    expect(await send(account.attempt_id, { isCollected: true })).toBeUndefined();
    expect(await send(card.attempt_id, { isCollected: true })).toMatchObject({ state: 'sent' });
  });

  it('of debits is sent from the minute on which debits resume, and not before', async () => {
    await stop({ kind: 'bank', resumes_at: later(10) });
    const { attempt_id } = await byBank();
    const atTheEnd = new Date(later(10).getTime() - 1);
    expect(await send(attempt_id, { isCollected: true, now: atTheEnd })).toBeUndefined();
    expect(await send(attempt_id, { isCollected: true, now: later(10) })).toMatchObject({ state: 'sent' });
  });

  it('is taken up by the resolver only where somebody waits at the screen', async () => {
    await t.database.db.execute(sql`update charge_attempts set lease_until = null`);
    await stop();
    const { payment_id, order_id, method } = await byCard();
    await t.database.db.execute(sql`update charge_attempts set lease_until = null`);
    const next = await aPaymentRow(t.database.db, { order_id });
    const away = await anAttemptRow(t.database.db, next, { method, lease_until: later(-1) });
    expect(await inTx((tx) => claimUnresolved(tx, t.clock.now()))).toBeUndefined();
    await t.database.db.execute(sql`update charge_attempts set lease_until = ${later(-1).toISOString()}
      where payment_id = ${payment_id}`);
    expect(await inTx((tx) => claimUnresolved(tx, t.clock.now()))).toMatchObject({ payment_id });
    await t.database.db.execute(
      sql`update charge_attempts set lease_until = null where payment_id = ${payment_id}`,
    );
    await t.database.db.execute(sql`delete from collection_stops`);
    expect(await inTx((tx) => claimUnresolved(tx, t.clock.now()))).toMatchObject({ id: away.id });
  });
});

describe('an attempt whose answer nobody has', () => {
  beforeEach(() => t.database.db.execute(sql`update charge_attempts set lease_until = null`));
  const claim = (now = t.clock.now()) => inTx((tx) => claimUnresolved(tx, now)).then((row) => row?.id);
  const leaseOf = (attempt_id: number, until: Date) =>
    t.database.db.execute(sql`update charge_attempts set lease_until = ${until.toISOString()}
      where id = ${attempt_id}`);

  it.each(ATTEMPT_STATES)('is taken up only while it is open: %s', async (state) => {
    const { attempt_id } = await byCard();
    await setState(attempt_id, state);
    await leaseOf(attempt_id, later(-1));
    expect(await claim()).toBe(UNRESOLVED_ATTEMPTS.includes(state) ? attempt_id : undefined);
  });

  it('is left to whoever asks for it until the lease is over', async () => {
    const { attempt_id } = await byCard();
    await leaseOf(attempt_id, later(1));
    expect(await claim(later(1))).toBeUndefined();
    expect(await claim(new Date(later(1).getTime() + 1))).toBe(attempt_id);
  });

  it('that waits longest comes first, and two resolvers never take the same one', async () => {
    const [one, other] = [await byCard(), await byCard()];
    await leaseOf(one.attempt_id, later(-1));
    await leaseOf(other.attempt_id, later(-2));
    await inTx(async (tx) => {
      expect((await claimUnresolved(tx, t.clock.now()))?.id).toBe(other.attempt_id);
      expect(await claim()).toBe(one.attempt_id);
    });
  });
});

describe('a new attempt', () => {
  it('puts its payment in flight, counts itself, and makes an open form of staff out of date', async () => {
    const { payment_id, attempt_id, method, order_id } = await byCard();
    await setState(attempt_id, 'declined');
    const before = await paymentOf(t.database.db, payment_id);
    const { params, principal_cents } = await getAttempt(t.database.db, attempt_id);
    const second = await inTx((tx) =>
      insertAttempt(tx, {
        payment_id,
        idem_key: `second-${payment_id}`,
        payment_method_id: method.id,
        principal_cents,
        surcharge_cents: cents(0),
        surcharges: [],
        params,
        processor: 'sandbox',
        state: 'created',
        created_at: t.clock.now(),
      }),
    );
    expect(second.attempt_no).toBe(2);
    expect(await paymentOf(t.database.db, payment_id)).toMatchObject({
      status: 'in_flight',
      attempts: before.attempts + 1,
      version: before.version + 1,
    });
    expect(await findAttemptByKey(t.database.db, `second-${payment_id}`)).toMatchObject({ id: second.id });
    expect(await findFirstAttemptId(t.database.db, order_id)).toBe(attempt_id);
  });
});

describe('what belongs to an attempt', () => {
  it('is locked with it: its order, its payment, and the type that the receipt names', async () => {
    const { attempt_id, payment_id, order_id } = await byBank();
    const locked = await inTx((tx) => lockAttempt(tx, attempt_id));
    expect(locked).toMatchObject({
      order: { id: order_id, status: 'pending_payment', hasAidToConfirm: false },
      payment: { id: payment_id },
      attempt: { id: attempt_id },
    });
    const { rows } = await t.database.db.execute(sql`select key from options
      where id = ${locked.payment_type_id}`);
    expect(rows).toEqual([{ key: 'paymentTypeAch' }]);
  });

  it.each([true, false])(
    'says whether its order has aid for the office to confirm (A6): %s',
    async (wanted) => {
      const opened = await byCard();
      await aSignedContract(t.database.db, opened);
      await t.database.db.execute(sql`with code as (
        insert into financial_aid_codes (period_program_id, code, uses)
        select period_program_id, ${`AID-${opened.order_id}`}, 1 from routes where id = ${opened.route_id}
        returning id)
      insert into contract_financial_aid (contract_id, financial_aid_code_id, code, amount_cents, to_confirm)
      select c.id, code.id, 'AID', 100000, ${wanted} from contracts c, code
      where c.order_id = ${opened.order_id}`);
      const { order } = await inTx((tx) => lockAttempt(tx, opened.attempt_id));
      expect(order.hasAidToConfirm).toBe(wanted);
    },
  );

  it('is a mistake of ours where there is no such attempt', async () => {
    await expect(inTx((tx) => lockAttempt(tx, 987_654))).rejects.toThrow('no charge attempt 987654');
    await expect(getAttempt(t.database.db, 987_654)).rejects.toThrow('no charge attempt 987654');
    await expect(inTx((tx) => updateAttempt(tx, 987_654, { code: 'x' }))).rejects.toThrow('987654');
    const { payment_id } = await byCard();
    const nowhere = { attempt_id: 987_654, payment_id };
    await expect(
      inTx((tx) =>
        updateAttemptAndPayment(tx, nowhere, {
          state: 'succeeded',
          status: 'paid',
          settled_at: t.clock.now(),
        }),
      ),
    ).rejects.toThrow('987654');
    expect(await paymentOf(t.database.db, payment_id)).toMatchObject({ status: 'in_flight' });
  });
});

describe('an outcome', () => {
  it('is written to attempt and payment together, and to nothing that it does not name', async () => {
    const { attempt_id, payment_id } = await byCard();
    await t.database.db.execute(sql`update payments set notes = 'Called on Monday', next_try_on = '2026-04-13'
      where id = ${payment_id}`);
    const before = await paymentOf(t.database.db, payment_id);
    await inTx((tx) =>
      updateAttemptAndPayment(
        tx,
        { attempt_id, payment_id },
        {
          state: 'succeeded',
          finished_at: later(1),
          status: 'paid',
          paid_at: later(1),
          settled_at: later(1),
        },
      ),
    );
    expect(await getAttempt(t.database.db, attempt_id)).toMatchObject({
      state: 'succeeded',
      finished_at: later(1),
      gateway_ref: null,
    });
    expect(await paymentOf(t.database.db, payment_id)).toEqual({
      ...before,
      status: 'paid',
      paid_at: later(1),
      settled_at: later(1),
      version: before.version + 1,
    });
  });

  it('that clears the next day leaves none', async () => {
    const { payment_id } = await byCard();
    await inTx((tx) => updatePayment(tx, payment_id, { next_try_on: plainDate('2026-04-13') }));
    await inTx((tx) => updatePayment(tx, payment_id, { next_try_on: null }));
    expect(await paymentOf(t.database.db, payment_id)).toMatchObject({ next_try_on: null, version: 4 });
  });
});

describe('the payments of an order that ends (M11)', () => {
  const CANCELLED: readonly PaymentState[] = UNPAID;

  it.each(PAYMENT_STATES)('are given up where they are owed, and stay where money is: %s', async (status) => {
    const order = await aPendingOrder(t.database.db);
    const one = await aPaymentRow(t.database.db, order, { status, next_try_on: plainDate('2026-10-04') });
    const other = await aPaymentRow(t.database.db, await aPendingOrder(t.database.db), { status });
    await inTx((tx) => cancelUnpaid(tx, order.order_id));
    expect(await paymentOf(t.database.db, one.id)).toEqual(
      CANCELLED.includes(status)
        ? { ...one, status: 'cancelled', next_try_on: null, version: one.version + 1 }
        : one,
    );
    expect(await paymentOf(t.database.db, other.id), 'of another order').toEqual(other);
  });
});

describe('the first payment of an order', () => {
  const row = { amount_cents: cents(280_000), pay_on: plainDate('2026-04-10') };

  it('is number 1, whatever was written first', async () => {
    const { order_id } = await aPendingOrder(t.database.db);
    const written = await inTx((tx) =>
      insertPayments(tx, [
        { ...row, order_id, payment_number: 2 },
        { ...row, order_id, payment_number: 1 },
      ]),
    );
    expect(written.map(({ payment_number, status }) => [payment_number, status])).toEqual([
      [2, 'scheduled'],
      [1, 'scheduled'],
    ]);
    expect(await inTx((tx) => getFirstPayment(tx, order_id))).toMatchObject({ payment_number: 1 });
  });

  it('is missing where nothing was due at checkout, and so is its first try', async () => {
    const order = await aPendingOrder(t.database.db);
    await aPaymentRow(t.database.db, order);
    await expect(inTx((tx) => getFirstPayment(tx, order.order_id))).rejects.toThrow('has a first payment');
    expect(await findFirstAttemptId(t.database.db, order.order_id)).toBeUndefined();
  });

  it('is one: a second of the same number is refused by the database', async () => {
    const { order_id } = await aPendingOrder(t.database.db);
    const twice = [1, 1].map((payment_number) => ({ ...row, order_id, payment_number }));
    await expect(inTx((tx) => insertPayments(tx, twice))).rejects.toMatchObject({ cause: { code: '23505' } });
  });
});
