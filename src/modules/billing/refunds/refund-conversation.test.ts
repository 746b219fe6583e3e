import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { aPaidOrder, aRefund, refundStateOf } from '#tests/support/billing/refunds.ts';
import {
  withFaultyGateway,
  createTestBilling,
  type CallFate,
  type Opened,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { HOUR_MS } from '#kit/durations.ts';
import { resolveRefunds } from './refund-conversation.service.ts';
import { applyRefundOutcome } from './refund-outcomes.service.ts';
import { createRefund } from './refunds.service.ts';

let t: TestBilling;
let order: Opened;
beforeAll(async () => void (t = await createTestBilling()));
beforeEach(async () => void (order = await aPaidOrder(t.billing, typedCard(TEST_CARDS.good))));
afterAll(() => t.close());

const behind = (fate: CallFate, changes?: Partial<PaymentGateway>) => withFaultyGateway(t, fate, changes);

const WELL = { states: ['succeeded'], back: 288400, reserved: 280000, status: 'paid' };

async function refundId(): Promise<number> {
  const { rows } = await t.database.db.execute<{ id: number }>(
    sql`select r.id from refunds r join payments p on p.id = r.payment_id
      where p.order_id = ${order.order_id}`,
  );
  return rows[0]!.id;
}

describe('a refund whose answer is lost', () => {
  it('is made once, although its first answer is dropped after the refund', async () => {
    const { billing, asked } = behind((_, nth) => (nth === 1 ? 'dropped_after' : 'through'));
    await createRefund(billing, aRefund(order));
    expect(asked).toEqual(['refund', 'refund']);
    expect(await refundStateOf(t, order.order_id)).toMatchObject(WELL);
  });

  it('is made once, although its first request is lost on the way', async () => {
    const { billing, asked } = behind((_, nth) => (nth === 1 ? 'dropped_before' : 'through'));
    await createRefund(billing, aRefund(order));
    expect(asked).toEqual(['refund', 'refund']);
    expect(await refundStateOf(t, order.order_id)).toMatchObject(WELL);
  });

  it('keeps its money reserved until the resolver reaches the processor again and resolves it', async () => {
    const dead = behind(() => 'dropped_before');
    await createRefund(dead.billing, aRefund(order));
    expect(dead.asked).toHaveLength(5);
    expect(await refundStateOf(t, order.order_id)).toMatchObject({
      states: ['unknown'],
      back: 0,
      reserved: 280000,
    });
    await expect(createRefund(t.billing, aRefund(order))).rejects.toMatchObject({
      kind: { code: 'refund_nothing_left' },
    });
    expect(await resolveRefunds(t.billing)).toBe(0);
    t.clock.advanceMs(HOUR_MS);
    await Promise.all([resolveRefunds(t.billing), resolveRefunds(t.billing)]);
    expect(await refundStateOf(t, order.order_id)).toMatchObject(WELL);
  });

  it('is only looked up once the processor may have forgotten its key', async () => {
    await createRefund(behind(() => 'dropped_after').billing, aRefund(order));
    t.clock.advanceMs(24 * HOUR_MS);
    const { billing, asked } = behind(() => 'through');
    await resolveRefunds(billing);
    expect(asked).toEqual(['findRefund']);
    expect(await refundStateOf(t, order.order_id)).toMatchObject(WELL);
  });

  it('is given up only when a look-up after an hour finds nothing; its money is free again', async () => {
    await createRefund(behind(() => 'dropped_before').billing, aRefund(order));
    t.clock.advanceMs(24 * HOUR_MS);
    await resolveRefunds(t.billing);
    expect(await refundStateOf(t, order.order_id)).toMatchObject({
      states: ['failed'],
      back: 0,
      reserved: 0,
      status: 'paid',
    });
  });

  it('is left for a person when the processor cannot tell, and stays set aside', async () => {
    await createRefund(behind(() => 'dropped_after').billing, aRefund(order));
    t.clock.advanceMs(24 * HOUR_MS);
    const { billing, asked } = behind(() => 'through', { findRefund: async () => 'undetermined' });
    await resolveRefunds(billing);
    t.clock.advanceMs(48 * HOUR_MS);
    await resolveRefunds(billing);
    expect(asked).toEqual(['findRefund']);
    expect(await refundStateOf(t, order.order_id)).toMatchObject({ states: ['unknown'], reserved: 280000 });
    const { rows } = await t.database.db.execute(
      sql`select action from audit_log where subject = ${`refund:${await refundId()}`}`,
    );
    expect(rows).toEqual([{ action: 'billing.refund_cannot_be_told' }]);
    await t.database.db.execute(
      sql`update refunds set lease_until = created_at where id = ${await refundId()}`,
    );
    await resolveRefunds(t.billing);
  });

  it('is called to a person when money went back on one that was given up', async () => {
    await createRefund(behind(() => 'dropped_before').billing, aRefund(order));
    t.clock.advanceMs(24 * HOUR_MS);
    await resolveRefunds(t.billing);
    const id = await refundId();
    await t.billing.db.transaction((tx) =>
      applyRefundOutcome(tx, t.billing, {
        refund_id: id,
        gatewayResult: { k: 'succeeded', ref: 're_too_late' },
      }),
    );
    expect(await refundStateOf(t, order.order_id)).toMatchObject({ states: ['failed'], reserved: 0 });
    const { rows } = await t.database.db.execute(
      sql`select action from audit_log where subject = ${`refund:${id}`}`,
    );
    expect(rows).toEqual([{ action: 'billing.refund_contradicts' }]);
  });
});

describe('after all of this', () => {
  it('the books, the payments and the processor agree', async () => {
    t.clock.advanceMs(48 * HOUR_MS);
    await resolveRefunds(t.billing);
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });
});
