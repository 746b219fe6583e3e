import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { collectDue } from '#modules/billing/charges/collect-due.service.ts';
import { refundEmails } from '#modules/billing/emails/refund-emails.service.ts';
import { ensureMethod } from '#modules/billing/methods/save-method.service.ts';
import { anActiveOrder, paymentOf, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { aRefund, dollars } from '#tests/support/billing/refunds.ts';
import { MAIL_CONFIG } from '#tests/support/billing/mailed-order.ts';
import {
  createTestBilling,
  withFaultyGateway,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { existingRefund } from './refund-by-key.service.ts';
import { resolveRefunds } from './refund-conversation.service.ts';
import { refundsOfOrder } from './refunds-of-order.service.ts';
import { createRefund } from './refunds.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

/**
 * An order of which payment 1 (2,800.00 and a fee of 84.00) was taken by one card, and payment 2 (2,150.00
 * without a fee) by another.
 */
async function aTwicePaidOrder(cards: { first?: string; second?: string } = {}): Promise<ActiveOrder> {
  const { first = TEST_CARDS.good, second = TEST_CARDS.mastercard } = cards;
  const order = await anActiveOrder(t, typedCard(first));
  const { user_id, program_group_id, later_id } = order;
  const instrument = typedCard(second);
  await ensureMethod(t.billing, {
    user_id,
    program_group_id,
    instrument,
    key: 'second',
    is_default: true,
    isChosen: true,
  });
  t.clock.advanceDays(1);
  await t.database.db.execute(sql`update payments set pay_on = ${t.clock.today()} where id = ${later_id}`);
  await collectDue(t.billing);
  expect((await paymentOf(t.database.db, later_id)).status).toBe('paid');
  return order;
}

type Part = { payment_number: number; state: string; principal: number; fee: number };

const partsOf = async ({ order_id }: ActiveOrder) =>
  (
    await t.database.db.execute<Part>(sql`select p.payment_number::int, r.state,
        (r.amount_cents - r.surcharge_cents)::int as principal, r.surcharge_cents::int as fee
      from refunds r join payments p on p.id = r.payment_id where p.order_id = ${order_id} order by r.id`)
  ).rows;

const reservedOf = async ({ payment_id, later_id }: ActiveOrder) =>
  Promise.all([payment_id, later_id].map(async (id) => (await paymentOf(t.database.db, id)).refunded_cents));

async function mailsOf({ order_id }: ActiveOrder) {
  const { rows } = await t.database.db.execute<{ payload: Record<string, unknown> }>(sql`select x.payload
    from outbox x join order_refunds o on o.id::text = x.ref
    where x.kind = 'billing.refund_issued' and o.order_id = ${order_id} order by x.id`);
  const write = refundEmails({ db: t.database.db, config: MAIL_CONFIG })['billing.refund_issued']!;
  return Promise.all(rows.map(({ payload }) => write(payload)));
}

async function heal(): Promise<void> {
  for (let hours = 0; hours < 30; hours += 1) {
    t.clock.advanceMs(3_600_001);
    await resolveRefunds(t.billing);
  }
}

describe('a refund of an order with two payments', () => {
  it('takes the newest payment first, and what is missing of the one before', async () => {
    const order = await aTwicePaidOrder();
    await createRefund(t.billing, aRefund(order, { amount_cents: dollars(3000) }));
    expect(await partsOf(order)).toEqual([
      { payment_number: 2, state: 'succeeded', principal: 215_000, fee: 0 },
      { payment_number: 1, state: 'succeeded', principal: 85_000, fee: 0 },
    ]);
    expect(await reservedOf(order)).toEqual([85_000, 215_000]);
    expect(await mailsOf(order)).toHaveLength(1);
  });

  it('of everything gives the fee back too, and each part to the card that paid it', async () => {
    const order = await aTwicePaidOrder();
    await createRefund(t.billing, aRefund(order));
    expect(await partsOf(order)).toMatchObject([
      { payment_number: 2, principal: 215_000, fee: 0 },
      { payment_number: 1, principal: 280_000, fee: 8_400 },
    ]);
    const [mail, ...others] = await mailsOf(order);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe(m.mail_refund_subject({ total: '$5,034.00' }));
    const parts = [
      m.mail_refund_part_to({ payment_number: 2, method: 'MasterCard ****4444' }),
      m.mail_refund_part_to({ payment_number: 1, method: 'Visa ****4242' }),
    ];
    for (const part of parts) expect(mail!.text).toContain(part);
  });

  it('of one part after the other never takes a payment below nothing', async () => {
    const order = await aTwicePaidOrder();
    for (const amount of [2150, 0.01, 2799.98])
      await createRefund(t.billing, aRefund(order, { amount_cents: dollars(amount) }));
    expect(await reservedOf(order)).toEqual([279_999, 215_000]);
    await expect(
      createRefund(t.billing, aRefund(order, { amount_cents: dollars(0.02) })),
    ).rejects.toMatchObject({ kind: { code: 'refund_above_left' } });
    await createRefund(t.billing, aRefund(order));
    expect((await partsOf(order)).at(-1)).toMatchObject({ payment_number: 1, principal: 1, fee: 8_400 });
  });
});

describe('a refund of which the processor refuses one part', () => {
  it('gives the other part back, sets the refused one free and mails only what went back', async () => {
    const order = await aTwicePaidOrder({ second: TEST_CARDS.refundRefused });
    const asked = aRefund(order);
    await createRefund(t.billing, asked);
    expect((await partsOf(order)).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
    expect(await reservedOf(order)).toEqual([280_000, 0]);
    expect(await existingRefund(t.database.db, asked.request_key)).toEqual({
      k: 'known',
      back_cents: 288_400,
      is_refused: true,
    });
    const [mail] = await mailsOf(order);
    expect(mail!.subject).toBe(m.mail_refund_subject({ total: '$2,884.00' }));
    expect(mail!.text).not.toContain('$2,150.00');
  });

  it('can give the refused part back by check afterwards, with a mail of its own', async () => {
    const order = await aTwicePaidOrder({ second: TEST_CARDS.refundRefused });
    await createRefund(t.billing, aRefund(order));
    await createRefund(t.billing, aRefund(order, { way: 'check', reference: '1042' }));
    expect((await partsOf(order)).at(-1)).toEqual({
      payment_number: 2,
      state: 'succeeded',
      principal: 215_000,
      fee: 0,
    });
    const mails = await mailsOf(order);
    expect(mails.map((mail) => mail?.subject)).toEqual(
      ['$2,884.00', '$2,150.00'].map((total) => m.mail_refund_subject({ total })),
    );
  });
});

describe('a refund of which no answer comes for the first part', () => {
  it('is not mailed before both parts are known, and then once with the sum of both', async () => {
    const order = await aTwicePaidOrder();
    const { billing } = withFaultyGateway(t, (call) => (call === 'refund' ? 'dropped_after' : 'through'));
    await createRefund(billing, aRefund(order));
    expect((await partsOf(order)).map(({ state }) => state)).not.toContain('failed');
    expect(await mailsOf(order)).toEqual([]);
    await heal();
    expect((await partsOf(order)).map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
    expect((await mailsOf(order)).map((mail) => mail?.subject)).toEqual([
      m.mail_refund_subject({ total: '$5,034.00' }),
    ]);
  });
});

describe('what staff see of a payment that came back', () => {
  it('is the method that had paid it, and not the card that was declined afterwards', async () => {
    const order = await aTwicePaidOrder();
    const { db } = t.database;
    await db.execute(sql`update charge_attempts set state = 'returned', code = 'R02'
      where payment_id = ${order.later_id}`);
    await db.execute(sql`insert into charge_attempts (payment_id, attempt_no, idem_key, payment_method_id,
        principal_cents, surcharge_cents, surcharges, params, processor, state, lease_until, created_at)
      select payment_id, 2, 'declined-later', ${order.method.id}, principal_cents, surcharge_cents,
        surcharges, params, processor, 'declined', lease_until, created_at
      from charge_attempts where payment_id = ${order.later_id}`);
    await db.execute(sql`update payments set paid_at = null, settled_at = null, status = 'returned'
      where id = ${order.later_id}`);
    const { taken } = await refundsOfOrder(t.billing, order.order_id);
    expect(taken).toMatchObject([
      { payment_number: 1, standing: 'arrived', method: 'Visa ****4242' },
      { payment_number: 2, standing: 'returned', method: 'MasterCard ****4444' },
    ]);
    await db.execute(sql`delete from charge_attempts where idem_key = 'declined-later'`);
    await db.execute(sql`update charge_attempts set state = 'succeeded', code = null
      where payment_id = ${order.later_id}`);
    await db.execute(sql`update payments set paid_at = now(), settled_at = now(), status = 'paid'
      where id = ${order.later_id}`);
  });
});

describe('after all of this', () => {
  it('the books, the payments and the processor agree', async () => {
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });
});
