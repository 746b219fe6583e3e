import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIL_CONFIG } from '#tests/support/billing/mailed-order.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { aPaidOrder, aRefund, dollars, refundStateOf } from '#tests/support/billing/refunds.ts';
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
import { updatePayment } from '#modules/billing/payments/attempts.queries.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import { recordReceived } from '#modules/billing/staff-edits/manual-entries.service.ts';
import { refundEmails } from '#modules/billing/emails/refund-emails.service.ts';
import { paymentsOf } from './refunds-of-order.queries.ts';
import { refundsOfOrder } from './refunds-of-order.service.ts';
import { createRefund, type RefundCommand } from './refunds.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

const card = typedCard(TEST_CARDS.good);
const account = typedAccount(TEST_ACCOUNTS.settles);

async function linesOf(order_id: number): Promise<string[]> {
  const { rows } = await t.database.db.execute<{
    line: string;
  }>(sql`select (case when is_credit then '-' else '+' end) || value_cents || ' ' || description as line
    from transactions where order_id = ${order_id} order by id`);
  return rows.map(({ line }) => line);
}

async function mailsAbout(order_id: number) {
  const { rows } = await t.database.db.execute<{
    payload: Record<string, unknown>;
  }>(sql`select x.payload from outbox x join order_refunds o
    on o.id::text = x.ref where x.kind = 'billing.refund_issued' and o.order_id = ${order_id} order by x.id`);
  const emails = refundEmails({
    db: t.database.db,
    config: MAIL_CONFIG,
  });
  return Promise.all(rows.map(({ payload }) => emails['billing.refund_issued']!(payload)));
}

async function receiveSecond(order_id: number): Promise<void> {
  const [, payment] = await paymentsOf(t.database.db, order_id);
  const now = t.clock.now();
  await t.billing.db.transaction(async (tx) => {
    await updatePayment(tx, payment!.id, { status: 'paid', paid_at: now, settled_at: now, reference: '7' });
    await recordReceived(tx, { order: { id: order_id }, payment: payment! }, { by: 'paymentTypeCheck', now });
  });
}

async function settle(): Promise<void> {
  t.clock.advanceDays(6);
  await takeEvents(t.billing);
}

const back = (order: Opened, changes: Partial<RefundCommand> = {}) =>
  createRefund(t.billing, aRefund(order, changes));
const refusedWith = (code: string) => ({ kind: { code } });

describe('money that goes back', () => {
  it('goes to the card with the fee when it is everything, and the payment stays paid', async () => {
    const order = await aPaidOrder(t.billing, card);
    await back(order);
    expect(await refundStateOf(t, order.order_id)).toEqual({
      states: ['succeeded'],
      back: 288400,
      reserved: 280000,
      status: 'paid',
      paid: true,
    });
    expect((await linesOf(order.order_id)).slice(2)).toEqual([
      '-280000 Refund of payment 1',
      '-8400 Card fee refund, payment 1',
    ]);
  });

  it('is principal alone when it is a part, until the last of it takes the fee along', async () => {
    const order = await aPaidOrder(t.billing, card);
    await back(order, { amount_cents: dollars(1000) });
    expect(await refundStateOf(t, order.order_id)).toMatchObject({ back: 100000, reserved: 100000 });
    await back(order);
    expect(await refundStateOf(t, order.order_id)).toMatchObject({
      states: ['succeeded', 'succeeded'],
      back: 288400,
      reserved: 280000,
    });
    await expect(back(order)).rejects.toMatchObject(refusedWith('refund_nothing_left'));
  });

  it('by check or to the driver fund is in the books, and nothing is asked of the processor', async () => {
    const order = await aPaidOrder(t.billing, card);
    await back(order, { way: 'check', reference: '1042', amount_cents: dollars(500) });
    await back(order, { way: 'driver_fund', amount_cents: dollars(300) });
    expect(await refundStateOf(t, order.order_id)).toMatchObject({
      states: ['succeeded', 'succeeded'],
      back: 0,
      reserved: 80000,
    });
    expect((await linesOf(order.order_id)).slice(2)).toEqual([
      '-50000 Refund of payment 1 by check',
      '-30000 Refund of payment 1, given to the driver fund',
    ]);
  });

  it('is told to the family once for each decision: what, of which payment, where to', async () => {
    const order = await aPaidOrder(t.billing, card);
    await back(order);
    await back(await aPaidOrder(t.billing, card));
    const [mail, ...others] = await mailsAbout(order.order_id);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe('Your refund of $2,884.00');
    for (const part of [
      'Payment 1, refunded to Visa ****4242: $2,800.00',
      'Card fees: $84.00',
      'Total refunded: $2,884.00',
      `/dashboard/orders/${order.order_id}`,
    ]) {
      expect(mail!.text).toContain(part);
    }
  });

  it('by check names the check to the family', async () => {
    const order = await aPaidOrder(t.billing, card);
    await back(order, { way: 'check', reference: '1043' });
    const [mail] = await mailsAbout(order.order_id);
    expect(mail!.text).toMatch(/a check for \$2,884\.00 to your home address[\s\S]*Check number: 1043/);
  });
});

describe('a refund is refused with a reason', () => {
  it('of more than there is, and of a part of the fee', async () => {
    const order = await aPaidOrder(t.billing, card);
    for (const amount of [2884.01, 2800.01])
      await expect(back(order, { amount_cents: dollars(amount) })).rejects.toMatchObject(
        refusedWith('refund_above_left'),
      );
    expect(await refundStateOf(t, order.order_id)).toMatchObject({ states: [], reserved: 0 });
  });

  it('of a bank debit until it has settled', async () => {
    const order = await aPaidOrder(t.billing, account);
    for (const way of ['processor', 'driver_fund'] as const)
      await expect(back(order, { way })).rejects.toMatchObject(refusedWith('refund_not_settled'));
    await settle();
    await back(order);
    expect(await refundStateOf(t, order.order_id)).toMatchObject({
      states: ['succeeded'],
      back: 280000,
      status: 'paid',
    });
  });

  it('of a debit that the bank has sent back', async () => {
    const order = await aPaidOrder(t.billing, typedAccount(TEST_ACCOUNTS.returnedR02));
    await settle();
    await expect(back(order)).rejects.toMatchObject(refusedWith('refund_returned'));
  });

  it('while a charge awaits its answer', async () => {
    const order = await openedCharge(t.billing, card);
    await expect(back(order)).rejects.toMatchObject(refusedWith('refund_charge_on_its_way'));
    await collect(t.billing, order.attempt_id);
    await back(order);
    expect(await refundStateOf(t, order.order_id)).toMatchObject({ states: ['succeeded'] });
  });

  it('to a card of what the office received by check; by check it goes', async () => {
    const order = await aPaidOrder(t.billing, card);
    await receiveSecond(order.order_id);
    await expect(back(order)).rejects.toMatchObject(refusedWith('refund_received_outside'));
    await back(order, { way: 'check', reference: '1044', amount_cents: dollars(2150) });
    await back(order);
    expect(await refundStateOf(t, order.order_id)).toMatchObject({
      states: ['succeeded', 'succeeded'],
      back: 288400,
      reserved: 495000,
    });
  });

  it('by the processor: what was set aside is free again, and no mail goes out', async () => {
    const order = await aPaidOrder(t.billing, typedCard(TEST_CARDS.refundRefused));
    await back(order);
    expect(await refundStateOf(t, order.order_id)).toMatchObject({
      states: ['failed'],
      back: 0,
      reserved: 0,
      status: 'paid',
    });
    expect(await mailsAbout(order.order_id)).toEqual([]);
    await back(order, { way: 'check', reference: '1045' });
    expect(await refundStateOf(t, order.order_id)).toMatchObject({
      states: ['failed', 'succeeded'],
      reserved: 280000,
    });
  });
});

describe('a bank debit that has settled', () => {
  const aSettledDebit = async (days: number) => {
    const order = await aPaidOrder(t.billing, account);
    t.clock.advanceDays(10);
    await takeEvents(t.billing);
    t.clock.advanceDays(days - 10);
    const [taken] = (await refundsOfOrder(t.billing, order.order_id)).taken;
    return { order, taken: taken! };
  };

  /** @shows S27.7 */
  it('is told apart while its bank may send it back, and goes back all the same', async () => {
    const { order, taken } = await aSettledDebit(12);
    expect(taken).toMatchObject({ standing: 'arrived', returnable_until: expect.any(String) });
    await back(order);
    expect(await refundStateOf(t, order.order_id)).toMatchObject({ states: ['succeeded'], back: 280000 });
  });

  /** @shows S27.6 */
  it('goes back through the processor for 180 days, and by check alone afterwards', async () => {
    const young = await aSettledDebit(180);
    expect(young.taken).toMatchObject({ standing: 'arrived', returnable_until: null });
    await back(young.order);
    expect(await refundStateOf(t, young.order.order_id)).toMatchObject({ states: ['succeeded'] });
    const { order, taken } = await aSettledDebit(181);
    expect(taken).toMatchObject({ standing: 'too_old', returnable_until: null });
    await expect(back(order)).rejects.toMatchObject(refusedWith('refund_too_old'));
    expect(await refundStateOf(t, order.order_id)).toMatchObject({ states: [], reserved: 0 });
    await back(order, { way: 'check', reference: '1046' });
    expect(await refundStateOf(t, order.order_id)).toMatchObject({ states: ['succeeded'], reserved: 280000 });
  });
});

describe('pressing Refund', () => {
  it('sixty-four times at once under one key refunds once, with its further writes done once', async () => {
    const order = await aPaidOrder(t.billing, card);
    const request = aRefund(order, { amount_cents: dollars(100) });
    let also = 0;
    const requests = Array.from({ length: 64 }, () =>
      createRefund(t.billing, request, async () => void (also += 1)),
    );
    const ids = new Set((await Promise.all(requests)).map(({ order_refund_id }) => order_refund_id));
    expect([ids.size, also]).toEqual([1, 1]);
    expect(await refundStateOf(t, order.order_id)).toMatchObject({
      states: ['succeeded'],
      back: 10000,
      reserved: 10000,
    });
  });

  it('at once under keys of their own never gives back more than was taken', async () => {
    const order = await aPaidOrder(t.billing, card);
    const requests = await Promise.allSettled(
      Array.from({ length: 16 }, () => back(order, { amount_cents: dollars(1000) })),
    );
    expect(requests.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await refundStateOf(t, order.order_id)).toMatchObject({
      states: ['succeeded', 'succeeded'],
      back: 200000,
      reserved: 200000,
    });
  });

  it('under a key that was used for something else is refused', async () => {
    const [one, other] = [await aPaidOrder(t.billing, card), await aPaidOrder(t.billing, card)];
    const request = aRefund(one, { amount_cents: dollars(100) });
    await createRefund(t.billing, request);
    await expect(createRefund(t.billing, { ...request, amount_cents: dollars(101) })).rejects.toMatchObject(
      refusedWith('refund_key_reused'),
    );
    await expect(createRefund(t.billing, { ...request, order_id: other.order_id })).rejects.toMatchObject(
      refusedWith('refund_key_reused'),
    );
  });

  it('changes nothing when what was to go with it is refused', async () => {
    const order = await aPaidOrder(t.billing, card);
    const refuse = () => Promise.reject(new Error('not inactive'));
    await expect(createRefund(t.billing, aRefund(order), refuse)).rejects.toThrow('not inactive');
    expect(await refundStateOf(t, order.order_id)).toMatchObject({ states: [], back: 0, reserved: 0 });
  });
});

describe('a bank that sends a debit back after its refund', () => {
  it('leaves the books whole, the payment owed, and calls staff', async () => {
    const order = await aPaidOrder(t.billing, typedAccount(TEST_ACCOUNTS.returnedR10));
    await settle();
    await back(order);
    t.clock.advanceDays(14);
    await takeEvents(t.billing);
    expect(await refundStateOf(t, order.order_id)).toMatchObject({
      states: ['succeeded'],
      back: 280000,
      status: 'returned',
      paid: false,
    });
    const { rows } = await t.database.db.execute(
      sql`select action from audit_log where subject = ${`payment:${order.payment_id}`}`,
    );
    expect(rows).toEqual([{ action: 'billing.returned_after_refund' }]);
  });
});

describe('after all of this', () => {
  it('the books, the payments and the processor agree', async () => {
    await settle();
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });
});
