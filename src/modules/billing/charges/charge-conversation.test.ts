import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import {
  withFaultyGateway,
  createTestBilling,
  openedCharge,
  type CallFate,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { HOUR_MS } from '#kit/durations.ts';
import { collect } from './charges.service.ts';
import { resolveUnknown } from './charge-conversation.service.ts';
import { nextStep } from '#modules/billing/processor/resolver-steps.ts';

let t: TestBilling;
let opened: Awaited<ReturnType<typeof openedCharge>>;
beforeAll(async () => void (t = await createTestBilling()));
beforeEach(async () => void (opened = await openedCharge(t.billing, typedCard(TEST_CARDS.good))));
afterAll(() => t.close());

const behind = (fate: CallFate, changes?: Partial<PaymentGateway>) => withFaultyGateway(t, fate, changes);
const stateOf = async (attempt_id: number) => {
  const { rows } = await t.database.db.execute<{
    state: string;
    status: string;
    charges: number;
  }>(sql`select a.state, o.status,
    (select count(*)::int from sandbox.charges c where c.attempt_id = a.id) as charges from charge_attempts a
    join payments p on p.id = a.payment_id join orders o on o.id = p.order_id where a.id = ${attempt_id}`);
  return rows[0]!;
};

describe('a charge whose answer is lost', () => {
  it('is known in the run that first sends it, when only that answer was lost', async () => {
    t.clock.advanceMs(HOUR_MS);
    const { billing, asked } = behind((_, nth) => (nth === 1 ? 'dropped_after' : 'through'));
    expect(await resolveUnknown(billing)).toBe(1);
    expect(asked).toEqual(['charge', 'charge']);
    expect(await stateOf(opened.attempt_id)).toEqual({ state: 'succeeded', status: 'active', charges: 1 });
  });

  it('is made once, although every first answer is dropped after the charge', async () => {
    const { billing, asked } = behind((_, nth) => (nth === 1 ? 'dropped_after' : 'through'));
    expect(await collect(billing, opened.attempt_id)).toEqual({ k: 'succeeded' });
    expect(asked).toEqual(['charge', 'charge']);
    expect(await stateOf(opened.attempt_id)).toEqual({ state: 'succeeded', status: 'active', charges: 1 });
  });

  it('is sent five times in the request, then left alone until its lease is over', async () => {
    const { billing, asked } = behind(() => 'dropped_before');
    expect(await collect(billing, opened.attempt_id)).toEqual({ k: 'unknown' });
    expect(asked).toHaveLength(5);
    expect(await resolveUnknown(billing)).toBe(0);
    expect(await stateOf(opened.attempt_id)).toMatchObject({ state: 'unknown', status: 'pending_payment' });
  });

  it('is resolved once the processor is back after half an hour', async () => {
    const dead = behind(() => 'dropped_before');
    await collect(dead.billing, opened.attempt_id);
    for (let minute = 0; minute < 30; minute++) {
      t.clock.advanceMs(60_001);
      await resolveUnknown(dead.billing);
    }
    t.clock.advanceMs(HOUR_MS);
    await resolveUnknown(t.billing);
    expect(await stateOf(opened.attempt_id)).toEqual({ state: 'succeeded', status: 'active', charges: 1 });
  });

  it('is only looked up once the processor may have forgotten its key', async () => {
    await collect(behind(() => 'dropped_after').billing, opened.attempt_id);
    t.clock.advanceMs(24 * HOUR_MS);
    const { billing, asked } = behind(() => 'through');
    await resolveUnknown(billing);
    expect(asked).toEqual(['findCharge']);
    expect(await stateOf(opened.attempt_id)).toEqual({ state: 'succeeded', status: 'active', charges: 1 });
  });

  it('is given up only when a look-up an hour after sending finds nothing', async () => {
    await collect(behind(() => 'dropped_before').billing, opened.attempt_id);
    t.clock.advanceMs(24 * HOUR_MS);
    await resolveUnknown(t.billing);
    expect(await stateOf(opened.attempt_id)).toEqual({
      state: 'not_found',
      status: 'payment_failed',
      charges: 0,
    });
  });

  it('is left for a person when the processor cannot tell, and never sent again', async () => {
    await collect(behind(() => 'dropped_after').billing, opened.attempt_id);
    t.clock.advanceMs(24 * HOUR_MS);
    const { billing, asked } = behind(() => 'through', { findCharge: async () => 'undetermined' });
    await resolveUnknown(billing);
    t.clock.advanceMs(48 * HOUR_MS);
    await resolveUnknown(billing);
    expect(asked).toEqual(['findCharge']);
    const { rows } = await t.database.db.execute(
      sql`select action from audit_log where subject = ${`charge_attempt:${opened.attempt_id}`}`,
    );
    expect(rows).toEqual([{ action: 'billing.charge_cannot_be_told' }]);
    await t.database.db.execute(
      sql`update charge_attempts set lease_until = created_at where id = ${opened.attempt_id}`,
    );
    await resolveUnknown(t.billing);
  });

  it('is taken for a time-out when the processor does not answer in time', async () => {
    const slow = { ...t.gateway, charge: () => new Promise<never>(() => undefined) };
    const billing = { ...t.billing, gateway: slow, answerLimitMs: 20, replayDelaysMs: [] };
    expect(await collect(billing, opened.attempt_id)).toEqual({ k: 'unknown' });
    t.clock.advanceMs(HOUR_MS);
    await resolveUnknown(t.billing);
    expect((await stateOf(opened.attempt_id)).state).toBe('succeeded');
  });
});

describe('an attempt that was written down and never sent', () => {
  it('is sent by the resolver when its flow is gone, and charged once by two resolvers', async () => {
    t.clock.advanceMs(60_001);
    const found = await Promise.all([resolveUnknown(t.billing), resolveUnknown(t.billing)]);
    expect(found[0] + found[1]).toBe(1);
    expect(await stateOf(opened.attempt_id)).toEqual({ state: 'succeeded', status: 'active', charges: 1 });
  });
});

describe('the next step of the resolver', () => {
  const now = new Date('2026-04-11T14:00:00Z');
  const step = (hoursAgo: number, replays: number) =>
    nextStep(
      { state: 'unknown', first_sent_at: new Date(now.getTime() - hoursAgo * HOUR_MS), replays },
      { now, idemHours: 24 },
    );

  it('is a replay under 23 hours and four times, else a look-up', () => {
    expect([step(0.1, 0), step(22.9, 3), step(23, 0), step(1, 4)]).toEqual([
      'replay',
      'replay',
      'look_up',
      'look_up',
    ]);
  });
});

describe('after all of this', () => {
  it('the books, the orders and the processor agree', async () => {
    await resolveUnknown(t.billing);
    t.clock.advanceMs(48 * HOUR_MS);
    await resolveUnknown(t.billing);
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });
});
