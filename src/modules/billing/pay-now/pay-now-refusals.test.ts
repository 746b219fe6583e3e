import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setPaymentStatus } from '#tests/support/billing/mailed-order.ts';
import { FAMILY } from '#kit/endpoint/right.ts';
import { HOUR_MS } from '#kit/durations.ts';
import { resolveUnknown } from '#modules/billing/charges/charge-conversation.service.ts';
import { ensureMethod } from '#modules/billing/methods/save-method.service.ts';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import { anActiveOrder, endOrder, paymentOf, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import {
  createTestBilling,
  withFaultyGateway,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { aRefund } from '#tests/support/billing/refunds.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { viewerOf } from '#tests/support/database/viewer-of.ts';
import { listChargesToCome } from './charges-to-come.service.ts';
import { payNow } from './pay-now.service.ts';

let t: TestBilling;
let order: ActiveOrder;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(async () => void (order = await anActiveOrder(t)));

/** Payment 2 is one of $2,150.00, without a fee in this season. */
const TOTAL = 215_000;

let presses = 0;

type Command = Partial<Parameters<typeof payNow>[2]>;

const pressAs = (user_id: number, changes: Command = {}, billing = t.billing) =>
  payNow(billing, viewerOf(user_id, FAMILY), {
    order_id: order.order_id,
    payment_id: order.later_id,
    payment_method_id: order.method.id,
    total_cents: TOTAL,
    idempotency_key: `press ${(presses += 1)}`,
    ...changes,
  });
const press = (changes: Command = {}, billing = t.billing) => pressAs(order.user_id, changes, billing);
const refusedWith = (code: string) => ({ kind: { code } });
const attemptsOf = async () =>
  (
    await t.database.db.execute<{ state: string }>(
      sql`select state from charge_attempts where payment_id = ${order.later_id} order by id`,
    )
  ).rows.map(({ state }) => state);
const setStatus = (status: string) => setPaymentStatus(t.database.db, order.later_id, status);
const saveCard = (number: string, group: number | null = null) =>
  ensureMethod(t.billing, {
    user_id: order.user_id,
    program_group_id: group,
    instrument: typedCard(number),
    key: `of ${number}`,
  });

/** The press of Pay now with a card whose bank asks the payer first. */
async function askedToConfirm() {
  const { id } = await saveCard(TEST_CARDS.asksToConfirm);
  const key = { payment_method_id: id, idempotency_key: 'asks' };
  const asked = await press(key).catch((error: unknown) => error);
  expect(asked).toMatchObject(refusedWith('payment_action_required'));
  return key;
}

describe('Pay now is refused, and nothing is charged', () => {
  it('to staff and to another family, as if there were no such payment', async () => {
    const other = await anActiveOrder(t);
    const staff = await aColleague(t.database.db);
    for (const user_id of [other.user_id, staff.user_id])
      await expect(pressAs(user_id)).rejects.toMatchObject(refusedWith('payment_not_found'));
    expect(await attemptsOf()).toEqual([]);
  });

  it('of a payment that belongs to another order of the same call', async () => {
    const other = await anActiveOrder(t);
    await expect(press({ payment_id: other.later_id })).rejects.toMatchObject(
      refusedWith('payment_not_found'),
    );
  });

  it('where neither a saved nor a new method is named, with the name of the field', async () => {
    const refused = await press({ payment_method_id: undefined }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      ...refusedWith('method_form_missing'),
      extras: { field_errors: { payment_method_id: [expect.any(String)] } },
    });
  });

  it('with a card of another school, of another family, put away or expired', async () => {
    const other = await anActiveOrder(t);
    const ofSchool = await saveCard(TEST_CARDS.mastercard, other.program_group_id);
    for (const payment_method_id of [ofSchool.id, other.method.id, 987_654])
      await expect(press({ payment_method_id })).rejects.toMatchObject(refusedWith('method_not_found'));
    await t.database.db.execute(sql`update payment_methods set exp_month = 3, exp_year = 2026
      where id = ${order.method.id}`);
    await expect(press()).rejects.toMatchObject(refusedWith('card_expired'));
    await t.database.db.execute(sql`update payment_methods set is_active = false, is_default = false
      where id = ${order.method.id}`);
    await expect(press()).rejects.toMatchObject(refusedWith('method_not_found'));
    expect(await attemptsOf()).toEqual([]);
  });

  it('of another total than the page has shown, with the total of now and the same method', async () => {
    for (const total_cents of [TOTAL - 1, TOTAL + 1, 0]) {
      const refused = await press({ total_cents }).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        ...refusedWith('pay_now_sum_changed'),
        extras: { told: { payment_method_id: order.method.id, total_cents: TOTAL } },
      });
    }
    expect(await attemptsOf()).toEqual([]);
  });

  it('of a payment that is made, on its way or waived', async () => {
    for (const status of ['paid', 'processing', 'cancelled']) {
      await setStatus(status);
      await expect(press()).rejects.toMatchObject(refusedWith('pay_now_settled'));
    }
    await setStatus('in_flight');
    await expect(press()).rejects.toMatchObject(refusedWith('payment_in_flight'));
    await setStatus('scheduled');
  });

  it('of an order that has ended', async () => {
    await endOrder(t.database.db, order.order_id);
    await expect(press()).rejects.toMatchObject(refusedWith('order_not_active'));
  });

  it('of an order that has ended, but a press that was charged before is answered as before', async () => {
    const key = { idempotency_key: 'charged' };
    const charged = await press(key);
    await endOrder(t.database.db, order.order_id);
    expect(await press(key)).toEqual(charged);
    await expect(press()).rejects.toMatchObject(refusedWith('pay_now_settled'));
  });

  it('with the card of a charge that its payer disputes, until the bank has decided', async () => {
    await t.database.db.execute(sql`insert into disputes (gateway_ref, order_id, payment_id,
        charge_attempt_id, payment_method_id, amount_cents, withdrawn_cents, reinstated_cents, fee_cents,
        state, reason, opened_at)
      values (${`du_pay_now_${order.order_id}`}, ${order.order_id}, ${order.payment_id}, ${order.attempt_id},
        ${order.method.id}, 100, 0, 0, 0, 'answered', 'fraudulent', now())`);
    await expect(press()).rejects.toMatchObject(refusedWith('method_disputed'));
    await t.database.db.execute(sql`delete from disputes where order_id = ${order.order_id}`);
    await expect(press()).resolves.toMatchObject({ charged_cents: TOTAL });
  });
});

describe('a payment that waits for its payer to confirm', () => {
  it('is not asked for any more once its order has ended', async () => {
    const key = await askedToConfirm();
    await endOrder(t.database.db, order.order_id);
    for (const again of [key, { ...key, idempotency_key: 'again' }])
      await expect(press(again)).rejects.toMatchObject(refusedWith('order_not_active'));
    await expect(press()).rejects.toMatchObject(refusedWith('order_not_active'));
    await t.database.db.execute(sql`update orders set status = 'active' where id = ${order.order_id}`);
    await t.database.db.execute(sql`update routes set seats_taken = seats_taken + 1
      where id = ${order.route_id}`);
  });

  it('keeps the money of its order from going back until the bank has answered', async () => {
    await askedToConfirm();
    for (const way of ['processor', 'check'] as const) {
      const refund = aRefund(order, { way, reference: '1001' });
      await expect(createRefund(t.billing, refund)).rejects.toMatchObject(
        refusedWith('refund_charge_on_its_way'),
      );
    }
  });

  it('stays one charge, whichever key the family presses with', async () => {
    const key = await askedToConfirm();
    await expect(press({ ...key, idempotency_key: 'again' })).rejects.toMatchObject(
      refusedWith('payment_action_required'),
    );
    expect(await attemptsOf()).toEqual(['action']);
  });
});

describe('Pay now without an answer of the processor', () => {
  it('says that nobody knows yet, and pressed again learns the outcome without a second charge', async () => {
    const { billing } = withFaultyGateway(t, (call) => (call === 'charge' ? 'dropped_after' : 'through'));
    const key = { idempotency_key: 'lost' };
    await expect(press(key, billing)).rejects.toMatchObject({
      ...refusedWith('payment_unconfirmed'),
      extras: { data: { order_id: order.order_id } },
    });
    await expect(press()).rejects.toMatchObject(refusedWith('payment_in_flight'));
    t.clock.advanceMs(HOUR_MS);
    await resolveUnknown(t.billing);
    expect(await press(key)).toEqual({
      payment_id: order.later_id,
      charged_cents: TOTAL,
      is_processing: false,
    });
    expect(await attemptsOf()).toEqual(['succeeded']);
    expect((await paymentOf(t.database.db, order.later_id)).status).toBe('paid');
  });

  it('charges once of two presses at the same moment under keys of their own', async () => {
    const results = await Promise.allSettled([press(), press(), press()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await attemptsOf()).toEqual(['succeeded']);
  });
});

describe('what an order still owes', () => {
  const listAs = (viewer: Parameters<typeof listChargesToCome>[2]['viewer']) =>
    listChargesToCome(t.database.db, t.billing, { viewer, order_id: order.order_id });

  it('is read by its family and by staff with the right to money, and by nobody else', async () => {
    const staff = await aColleague(t.database.db);
    expect(await listAs(viewerOf(order.user_id, FAMILY))).toMatchObject([{ amount_cents: TOTAL }]);
    expect(await listAs(staff)).toMatchObject([{ amount_cents: TOTAL }]);
    const driver = viewerOf(staff.user_id, { rights: new Set(['families', 'care']) });
    await expect(listAs(driver)).rejects.toMatchObject(refusedWith('payment_not_found'));
  });

  it('is nothing once it is paid, waived, or its order has ended', async () => {
    const family = viewerOf(order.user_id, FAMILY);
    for (const status of ['paid', 'processing', 'cancelled', 'in_flight']) {
      await setStatus(status);
      expect(await listAs(family)).toEqual([]);
    }
    await setStatus('scheduled');
    await endOrder(t.database.db, order.order_id);
    expect(await listAs(family)).toEqual([]);
  });
});

describe('after all of this', () => {
  it('the books are whole', async () => {
    expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
  });
});
