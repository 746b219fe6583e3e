import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { DAY_MS, HOUR_MS } from '#kit/durations.ts';
import { cents } from '#kit/money.ts';
import { applyOutcome } from '#modules/billing/charges/outcomes.service.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import { resolveUnknown } from '#modules/billing/charges/charge-conversation.service.ts';
import { refundsOfOrder } from '#modules/billing/refunds/refunds-of-order.service.ts';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import { applyRefundOutcome } from '#modules/billing/refunds/refund-outcomes.service.ts';
import { insertBinding, type Binding } from '#modules/billing/processor/binding.queries.ts';
import { pollEvents } from '#modules/billing/processor-events/receive-events.service.ts';
import { processEvents } from '#modules/billing/processor-events/process-events.service.ts';
import type { RefundOutcome } from '#platform/payments/gateway.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { aPaidOrder, aRefund } from '#tests/support/billing/refunds.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import {
  createTestBilling,
  openedCharge,
  withFaultyGateway,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { listMatters, readMatterAgain, settleMatter } from './list-matters.service.ts';
import { kindsCutShort, type MatterKind } from './matter.states.ts';
import type { Matter } from './worklist.contract.ts';

let t: TestBilling;
let staff: Viewer;
beforeAll(async () => {
  t = await createTestBilling();
  staff = await aColleague(t.database.db);
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.advanceDays(30);
  await takeEvents(t.billing);
  for (const matter of await matters()) if (matter.kind !== 'event_fails') await settle(matter);
});

const matters = () => listMatters(t.database.db, t.clock);
const ofKind = async (kind: MatterKind) => (await matters()).filter((matter) => matter.kind === kind);
const settle = ({ kind, subject }: Pick<Matter, 'kind' | 'subject'>) =>
  t.database.db
    .transaction((tx) => settleMatter(tx, t.clock, staff, { kind, subject, done: 'looked at it' }))
    .catch(() => undefined);

async function refunded(card: string) {
  const order = await aPaidOrder(t.billing, typedCard(card));
  await createRefund(t.billing, aRefund(order));
  return order;
}

const refundOf = async (order_id: number) =>
  (
    await t.database.db.execute<{ id: number; gateway_ref: string }>(sql`select r.id::int, r.gateway_ref
      from refunds r join payments p on p.id = r.payment_id where p.order_id = ${order_id}`)
  ).rows[0]!;

/** The processor says what a refund is. */
const told = (
  { id, gateway_ref }: { id: number; gateway_ref: string },
  say: (ref: string) => RefundOutcome,
) =>
  t.database.db.transaction((tx) =>
    applyRefundOutcome(tx, t.billing, { refund_id: id, gatewayResult: say(gateway_ref) }),
  );

describe('the worklist of money', () => {
  /** @shows S17.1 */
  it('has what came back, with amount, age, order and family, until somebody settles it', async () => {
    const order = await refunded(TEST_CARDS.refundComesBack);
    t.clock.advanceDays(6);
    await takeEvents(t.billing);
    t.clock.advanceDays(3);
    const [matter] = await ofKind('refund_came_back');
    expect(matter).toMatchObject({
      amount_cents: 288400,
      days: 3,
      payment: { order_id: order.order_id, payment_number: 1 },
      parent: { id: order.user_id },
    });
    await settle(matter!);
    expect(await ofKind('refund_came_back')).toEqual([]);
    const { rows } = await t.database.db
      .execute(sql`select l.actor_id::int, l.subject, x.text from audit_log l
      join audit_texts x on x.audit_id = l.id where l.action = 'money.settle' order by l.id desc limit 1`);
    expect(rows).toEqual([{ actor_id: staff.user_id, subject: matter!.subject, text: 'looked at it' }]);
  });

  /** @shows S17.1 */
  it('has the oldest first, whatever its kind', async () => {
    await refunded(TEST_CARDS.refundPendingThenRefused);
    t.clock.advanceDays(6);
    await takeEvents(t.billing);
    t.clock.advanceDays(2);
    await tellForeign('charge', 'ch_by_hand');
    expect((await matters()).map(({ kind, days }) => [kind, days])).toEqual([
      ['refund_failed', 2],
      ['foreign_charge', 0],
    ]);
  });

  /** @shows S17.12 */
  it('has what came up after hundreds of calls that have become nothing by themselves', async () => {
    await t.database.db.execute(sql`insert into audit_log (at, action, subject, detail)
      select ${t.clock.now().toISOString()}::timestamptz, 'billing.refund_came_back',
        'refund:' || 900000 + n, '{}'
      from generate_series(1, 250) n`);
    await refunded(TEST_CARDS.refundComesBack);
    t.clock.advanceDays(6);
    await takeEvents(t.billing);
    expect(await ofKind('refund_came_back')).toHaveLength(1);
  });

  /** @shows S17.12 */
  it('shows the oldest 200 of a kind, and says of which there may be more', async () => {
    await t.database.db.execute(sql`insert into audit_log (at, action, subject, detail)
      select ${t.clock.now().toISOString()}::timestamptz, 'billing.foreign_object',
        'charge:ch_many_' || n, '{}'
      from generate_series(1, 201) n`);
    const all = await matters();
    expect(all.filter(({ kind }) => kind === 'foreign_charge')).toHaveLength(200);
    expect(kindsCutShort(all)).toEqual(['foreign_charge']);
    expect(kindsCutShort(all.slice(1))).toEqual([]);
  });

  /** @shows S17.2 */
  it('has a refund that failed until it is given back another way', async () => {
    const order = await refunded(TEST_CARDS.refundPendingThenRefused);
    t.clock.advanceDays(6);
    await takeEvents(t.billing);
    expect(await ofKind('refund_failed')).toHaveLength(1);
    await createRefund(t.billing, aRefund(order, { way: 'check', reference: '1001' }));
    expect(await ofKind('refund_failed')).toEqual([]);
  });

  /** @shows S27.8 */
  it('has a refund that our balance did not reach for under its own name, until it is made', async () => {
    const order = await refunded(TEST_CARDS.refundShortOfBalance);
    expect(await ofKind('refund_short_of_balance')).toMatchObject([{ code: 'balance_too_low', days: 0 }]);
    expect(await ofKind('refund_failed'), 'it is no other failure').toEqual([]);
    const { refunds } = await refundsOfOrder(t.billing, order.order_id);
    expect(refunds).toMatchObject([{ parts: [{ state: 'failed', is_short_of_balance: true }] }]);
    await createRefund(t.billing, aRefund(order, { way: 'check', reference: '1003' }));
    expect(await ofKind('refund_short_of_balance')).toEqual([]);
  });

  /** @shows S17.2 */
  it('says of a refund that it waits for our balance, and forgets it when it is carried out', async () => {
    const order = await refunded(TEST_CARDS.refundPending);
    const refund = await refundOf(order.order_id);
    expect(await ofKind('refund_waits_for_balance')).toEqual([]);
    await told(refund, (ref) => ({ k: 'pending', ref, waits_for: 'balance' }));
    expect(await ofKind('refund_waits_for_balance')).toMatchObject([{ amount_cents: 288400 }]);
    await told(refund, (ref) => ({ k: 'succeeded', ref }));
    expect(await matters()).toEqual([]);
  });

  /** @shows S17.2 */
  it('has a refund that was not carried out for ten days', async () => {
    const stuck = withFaultyGateway(t, () => 'through', {
      refund: async ({ refund_id }) => ({ k: 'pending', ref: `re_stuck_${refund_id}` }),
    });
    const order = await aPaidOrder(stuck.billing, typedCard(TEST_CARDS.good));
    await createRefund(stuck.billing, aRefund(order));
    t.clock.advanceDays(9);
    expect(await ofKind('refund_stuck')).toEqual([]);
    t.clock.advanceDays(1);
    expect(await ofKind('refund_stuck')).toMatchObject([{ days: 10 }]);
    await told(await refundOf(order.order_id), (ref) => ({ k: 'refused', ref, code: 'declined' }));
    expect(await ofKind('refund_stuck')).toEqual([]);
  });

  /** @shows S17.3 */
  it('has a charge of which the processor cannot tell, until it is known', async () => {
    const { billing } = withFaultyGateway(t, (call) => (call === 'charge' ? 'dropped_after' : 'through'), {
      findCharge: async () => 'undetermined',
    });
    const { attempt_id } = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
    await collect(billing, attempt_id);
    t.clock.advanceMs(23 * HOUR_MS);
    await resolveUnknown(billing);
    expect(await ofKind('charge_unclear')).toMatchObject([
      { subject: `charge_attempt:${attempt_id}`, amount_cents: 288400 },
    ]);
    await takeEvents(t.billing);
    expect(await matters()).toEqual([]);
  });

  /** @shows S17.3 */
  it('has a charge and a refund that contradict the books', async () => {
    const { attempt_id, order_id } = await refunded(TEST_CARDS.refundPendingThenRefused);
    t.clock.advanceDays(6);
    await takeEvents(t.billing);
    const { id } = await refundOf(order_id);
    await t.database.db.transaction(async (tx) => {
      await applyOutcome(tx, t.billing, { attempt_id, gatewayResult: { k: 'succeeded', ref: 'ch_second' } });
      await applyRefundOutcome(tx, t.billing, {
        refund_id: id,
        gatewayResult: { k: 'succeeded', ref: 're_second' },
      });
    });
    expect(await ofKind('charge_contradicts')).toMatchObject([{ amount_cents: 288400 }]);
    expect(await ofKind('refund_contradicts')).toMatchObject([{ amount_cents: 288400 }]);
  });

  /** @shows S17.4 */
  it('has what was made elsewhere, and again when more is heard of it once it was settled', async () => {
    await tellForeign('charge', 'ch_elsewhere');
    await tellForeign('refund', 're_elsewhere');
    const [charge] = await ofKind('foreign_charge');
    expect(charge).toMatchObject({ subject: 'charge:ch_elsewhere', amount_cents: null, payment: null });
    expect(await ofKind('foreign_refund')).toMatchObject([{ subject: 'refund:re_elsewhere' }]);
    await settle(charge!);
    expect(await ofKind('foreign_charge')).toEqual([]);
    t.clock.advanceMs(HOUR_MS);
    await tellForeign('charge', 'ch_elsewhere');
    expect(await ofKind('foreign_charge')).toHaveLength(1);
  });

  /** @shows S17.4 */
  it('has what could not be read for a day, and a person has it read at once', async () => {
    await openedEvent('ch_silent');
    const silent = { ...t.billing, gateway: { ...t.gateway, readCharge: async () => 'absent' as const } };
    await processEvents(silent);
    t.clock.advanceMs(DAY_MS - HOUR_MS);
    await processEvents(silent);
    expect(await ofKind('event_fails')).toEqual([]);
    t.clock.advanceMs(HOUR_MS);
    const [matter] = await ofKind('event_fails');
    expect(matter).toMatchObject({ subject: 'charge:ch_silent', days: 1 });
    const named = { kind: 'event_fails' as const, subject: 'charge:ch_silent' };
    await processEvents(silent);
    await t.database.db.transaction((tx) => readMatterAgain(tx, t.clock, staff, named));
    const found = { ...MADE_BY_HAND, outcome: { k: 'succeeded' as const, ref: 'ch_silent' } };
    await processEvents({ ...silent, gateway: { ...t.gateway, readCharge: async () => found } });
    expect(await ofKind('event_fails')).toEqual([]);
  });

  /** @shows S17.13 */
  it('says that events of an account cannot be read for hours, and nothing is collected', async () => {
    const { db } = t.database;
    const binding: Binding = {
      processor: 'stripe_test',
      account_id: 'acct_ours',
      livemode: false,
      portal: randomUUID(),
      bound_at: t.clock.now(),
    };
    await db.transaction((tx) => insertBinding(tx, binding));
    await pollEvents(t.billing);
    const noRight = () => {
      throw new Error('permission_error');
    };
    const silent = { ...t.billing, gateway: { ...t.gateway, eventsSince: noRight } };
    t.clock.advanceMs(6 * HOUR_MS);
    await pollEvents(silent);
    expect(await ofKind('events_unread')).toEqual([]);
    t.clock.advanceMs(1);
    await pollEvents(silent);
    expect(await ofKind('events_unread')).toMatchObject([{ subject: 'list:events', days: 0 }]);
    await pollEvents(t.billing);
    expect(await ofKind('events_unread')).toEqual([]);
    await db.execute(sql`delete from processor_binding`);
  });

  /** @shows S17.1 */
  it('refuses to settle what is not on it, or goes by itself', async () => {
    const unknown = { kind: 'foreign_charge' as const, subject: 'charge:none', done: 'x' };
    await expect(
      t.database.db.transaction((tx) => settleMatter(tx, t.clock, staff, unknown)),
    ).rejects.toMatchObject({ kind: { code: 'matter_not_found' } });
  });
});

const MADE_BY_HAND = { attempt_id: null, customer: null, amount_cents: cents(100) };

/** The processor tells of something that no portal of ours has asked for. */
async function tellForeign(kind: 'charge' | 'refund', ref: string) {
  await openedEvent(ref, kind);
  const outcome = { k: 'succeeded' as const, ref };
  await processEvents({
    ...t.billing,
    gateway: {
      ...t.gateway,
      readCharge: async () => ({ ...MADE_BY_HAND, outcome }),
      readRefund: async () => ({
        refund_id: null,
        charge_ref: null,
        amount_cents: cents(100),
        outcome,
      }),
    } as typeof t.gateway,
  });
}

let events = 0;
async function openedEvent(ref: string, kind = 'charge') {
  const now = t.clock.now().toISOString();
  await t.database.db.execute(sql`insert into processor_events
    (id, object_kind, object_ref, happened_at, received_at, source, next_try_at)
    values (${`evt_told_${(events += 1)}`}, ${kind}, ${ref}, ${now}, ${now}, 'poll', ${now})`);
}
