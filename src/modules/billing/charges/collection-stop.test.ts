import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FAMILY } from '#kit/endpoint/right.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { plainDate } from '#kit/plain-date.ts';
import { chargePayment } from '#modules/billing/staff-edits/charge-payment.service.ts';
import { payNow } from '#modules/billing/pay-now/pay-now.service.ts';
import { listChargesToCome } from '#modules/billing/pay-now/charges-to-come.service.ts';
import { listMatters, releaseCollection } from '#modules/billing/worklist/list-matters.service.ts';
import type { ChargeOutcome } from '#platform/payments/gateway.ts';
import { anActiveOrder, orderOf, paymentOf, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import {
  createTestBilling,
  withFaultyGateway,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { viewerOf } from '#tests/support/database/viewer-of.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { collectDue } from './collect-due.service.ts';
import { resolveUnknown } from './charge-conversation.service.ts';

let t: TestBilling;
let staff: { user_id: number };
const broken: unknown[] = [];
// The refusals in a row depend on all earlier charges.
beforeEach(async () => {
  t = await createTestBilling();
  staff = await aColleague(t.database.db);
  t.clock.moveTo('2026-04-10T14:00:00Z');
});
afterEach(async () => {
  broken.push(...(await brokenInvariants(t.database.db, 'always')));
  await t.close();
});

const DUE = plainDate('2026-10-10');
const refusing = () => typedCard(TEST_CARDS.laterRequestsRefused);

async function due(cards: (keyof typeof TEST_CARDS)[]): Promise<ActiveOrder[]> {
  const orders = [];
  for (const card of cards) orders.push(await anActiveOrder(t, typedCard(TEST_CARDS[card])));
  t.clock.moveToDay(DUE, 10);
  return orders;
}
const REFUSED = 'laterRequestsRefused';
const one = (billing = t.billing) => collectDue({ ...billing, collectors: 1 });

const stops = async () =>
  (await listMatters(t.database.db, t.clock)).filter(({ kind }) => kind === 'collection_stopped');
const isStopped = async () => (await stops()).length > 0;
async function release(): Promise<void> {
  for (const { kind, subject } of await stops())
    await t.database.db.transaction((tx) =>
      releaseCollection(tx, t.clock, viewerOf(staff.user_id), { kind, subject }),
    );
  t.clock.advanceMs(MINUTE_MS);
}
const laterOf = async (orders: ActiveOrder[]) =>
  Promise.all(orders.map(({ later_id }) => paymentOf(t.database.db, later_id)));
const mailsOf = async ({ later_id }: ActiveOrder) =>
  (
    await t.database.db.execute<{ kind: string }>(sql`select kind from outbox
      where kind in ('billing.payment_failed', 'billing.bank_return')
      and (payload ->> 'payment_id')::int = ${later_id}`)
  ).rows;
const askedOf = async (orders: ActiveOrder[]) =>
  (
    await t.database.db.execute<{ n: number }>(sql`select count(*)::int as n from sandbox.charges c
      join charge_attempts a on a.id = c.attempt_id
      where a.payment_id = any(${sql.param(orders.map(({ later_id }) => later_id))})`)
  ).rows[0]!.n;
const officeMails = async () =>
  (await t.database.db.execute(sql`select id from outbox where kind = 'billing.collection_stopped'`)).rows
    .length;

describe('a charge that the processor refuses as a wrong request of ours', () => {
  /** @shows S19.14 */
  it('is told to no family, stays due, and is no try of the family’s card', async () => {
    const [order] = await due([REFUSED]);
    await one();
    expect(await laterOf([order!])).toMatchObject([
      { status: 'scheduled', pay_on: '2026-10-10', next_try_on: '2026-10-11' },
    ]);
    expect(await mailsOf(order!)).toEqual([]);
    expect((await orderOf(t.database.db, order!.order_id)).past_due).toBe(false);
    const { rows } = await t.database.db.execute(sql`select is_success from transactions
      where order_id = ${order!.order_id} and not is_success`);
    expect(rows).toEqual([]);
  });

  /** @shows S19.14 */
  it('is sent again on the next day and not before, and is paid when it is mended', async () => {
    const [order] = await due([REFUSED]);
    for (const day of ['10', '11', '12', '13', '14', '15', '16']) {
      t.clock.moveToDay(plainDate(`2026-10-${day}`), 10);
      await one();
      await one();
    }
    expect(await askedOf([order!])).toBe(7);
    await mend(order!);
    t.clock.moveToDay(plainDate('2026-10-17'), 10);
    await one();
    expect(await laterOf([order!])).toMatchObject([{ status: 'paid' }]);
    expect(await mailsOf(order!)).toEqual([]);
  });

  it('leaves a payment that had failed before as it was, with the tries that it has left', async () => {
    const [order] = await due(['firstChargeOnly']);
    await one();
    const failed = await laterOf([order!]);
    expect(failed).toMatchObject([{ status: 'failed', next_try_on: '2026-10-13' }]);
    t.clock.moveToDay(plainDate('2026-10-13'), 10);
    await one(refusingAll().billing);
    expect(await laterOf([order!])).toMatchObject([{ status: 'failed', next_try_on: '2026-10-14' }]);
    t.clock.moveToDay(plainDate('2026-10-14'), 10);
    await one();
    // After the second attempt the payment waits five days.
    expect(await laterOf([order!])).toMatchObject([{ status: 'failed', next_try_on: '2026-10-19' }]);
  });

  it('of a bank debit is none of the three debits that a network allows', async () => {
    const [order] = await due(['good']);
    await t.database.db.execute(sql`update payments set status = 'scheduled' where id = ${order!.later_id}`);
    for (const day of ['10', '11', '12', '13']) {
      t.clock.moveToDay(plainDate(`2026-10-${day}`), 10);
      await one(refusingAll().billing);
    }
    expect(await laterOf([order!])).toMatchObject([{ status: 'scheduled', next_try_on: '2026-10-14' }]);
  });

  it('is said to a family at its screen as our mistake, and nothing is written to it', async () => {
    const [order] = await due([REFUSED]);
    const me = viewerOf(order!.user_id, FAMILY);
    const [charge] = await listChargesToCome(t.database.db, t.billing, {
      viewer: me,
      order_id: order!.order_id,
    });
    const [way] = charge!.ways;
    const command = {
      order_id: order!.order_id,
      payment_id: order!.later_id,
      payment_method_id: way!.payment_method_id,
      total_cents: way!.total_cents,
      idempotency_key: 'press',
    };
    await expect(payNow(t.billing, me, command)).rejects.toMatchObject({
      message: 'payment_refused_here',
    });
    expect(await laterOf([order!])).toMatchObject([{ status: 'scheduled', next_try_on: null }]);
    expect(await mailsOf(order!)).toEqual([]);
  });
});

const mend = ({ user_id }: ActiveOrder) =>
  t.database.db.execute(sql`update sandbox.methods set behaviour = 'succeeds' where token in
    (select gateway_ref from payment_methods where user_id = ${user_id})`);

const answering = (outcome: ChargeOutcome) =>
  withFaultyGateway(t, () => 'through', { charge: async () => outcome });
const refusingAll = () => answering({ k: 'declined', code: 'refused_request', next: 'later' });

describe('requests of three orders that are refused in a row', () => {
  /** @shows S19.14 */
  it('stop the collection: no other family is charged, and the office hears of it once', async () => {
    const before = await officeMails();
    const orders = await due([REFUSED, REFUSED, REFUSED, 'good', 'good', REFUSED]);
    await one();
    expect(await askedOf(orders)).toBe(3);
    expect(await laterOf(orders)).toMatchObject(orders.map(() => ({ status: 'scheduled' })));
    await one();
    await resolveUnknown(t.billing);
    t.clock.moveToDay(plainDate('2026-10-11'), 10);
    await one();
    expect(await askedOf(orders)).toBe(3);
    expect(await officeMails()).toBe(before + 1);
    expect(await stops()).toMatchObject([{ days: 1, payment: { order_id: orders[2]!.order_id } }]);
    for (const order of orders) expect(await mailsOf(order)).toEqual([]);
  });

  /** @shows S19.14 */
  it('hold for several portals, and for those that had claimed payments before', async () => {
    const orders = await due([...Array.from({ length: 8 }, () => REFUSED as typeof REFUSED), 'good', 'good']);
    const portals = [1, 2, 3].map(() => collectDue({ ...t.billing, collectors: 4 }));
    await Promise.all(portals);
    const asked = await askedOf(orders);
    expect(asked).toBeGreaterThanOrEqual(3);
    expect(await isStopped()).toBe(true);
    await collectDue(t.billing);
    expect(await askedOf(orders)).toBe(asked);
    const { rows } = await t.database.db.execute(sql`select id from charge_attempts where state = 'created'`);
    expect(rows).toEqual([]);
  });

  /** @shows S19.14 */
  it('stop it in the middle of a page: what was claimed and not sent is owed as before', async () => {
    const orders = await due([REFUSED, REFUSED, REFUSED, 'good', 'good']);
    await one();
    const [, , , fourth, fifth] = await laterOf(orders);
    for (const payment of [fourth, fifth])
      expect(payment).toMatchObject({ status: 'scheduled', next_try_on: null });
    await release();
    await one();
    // Refused payments come last: three odd orders do not stop the others forever.
    expect((await laterOf(orders)).slice(3)).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
    expect(await isStopped()).toBe(false);
  });

  it('of a portal that ended in between are sent by nobody while the collection has stopped', async () => {
    const orders = await due([REFUSED, REFUSED, REFUSED, 'good']);
    const crashing = {
      ...t.billing,
      collectors: 1,
      crashPoint: (name: string) => {
        if (name === 'due payment claimed') throw new Error('the process ended');
      },
    };
    await collectDue(crashing).catch(() => undefined);
    expect(await laterOf(orders)).toMatchObject(orders.map(() => ({ status: 'in_flight' })));
    t.clock.moveTo('2026-04-10T15:00:00Z');
    const more = await due([REFUSED, REFUSED, REFUSED]);
    t.clock.advanceMs(MINUTE_MS);
    await one();
    expect(await isStopped()).toBe(true);
    t.clock.advanceMs(2 * MINUTE_MS);
    await resolveUnknown(t.billing);
    expect(await askedOf([...orders, ...more])).toBe(3);
    expect(await laterOf(orders)).toMatchObject(orders.map(() => ({ status: 'scheduled' })));
  });

  /** @shows S19.14 */
  it('do not stop it when the processor has taken a request in between', async () => {
    const orders = await due([REFUSED, REFUSED]);
    await one();
    t.clock.advanceMs(MINUTE_MS);
    orders.push(...(await due(['good'])));
    t.clock.advanceMs(MINUTE_MS);
    await one();
    t.clock.advanceMs(MINUTE_MS);
    orders.push(await anActiveOrder(t, refusing()));
    t.clock.moveToDay(plainDate('2027-04-10'), 10);
    await one();
    expect(await isStopped()).toBe(false);
  });

  it('are counted from the beginning when a bank has declined a card in between', async () => {
    await due([REFUSED, REFUSED]);
    await one();
    t.clock.advanceMs(MINUTE_MS);
    await due(['firstChargeOnly']);
    t.clock.advanceMs(MINUTE_MS);
    await one();
    t.clock.advanceMs(MINUTE_MS);
    t.clock.moveToDay(plainDate('2026-10-11'), 10);
    await one();
    expect(await isStopped()).toBe(false);
  });

  /** @shows S19.14 */
  it('go on when staff have released it, once, with what was refused', async () => {
    const orders = await due([REFUSED, REFUSED, REFUSED, 'good']);
    await one();
    const [{ kind, subject } = { kind: 'collection_stopped' as const, subject: '' }] = await stops();
    for (const order of orders) await mend(order);
    const press = () =>
      t.database.db.transaction((tx) =>
        releaseCollection(tx, t.clock, viewerOf(staff.user_id), { kind, subject }),
      );
    const answers = await Promise.allSettled([press(), press()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { rows } = await t.database.db.execute(sql`select actor_id::int from audit_log
      where action = 'money.release_collection' and subject = ${subject}`);
    expect(rows).toEqual([{ actor_id: staff.user_id }]);
    t.clock.advanceMs(MINUTE_MS);
    await one();
    expect(await laterOf(orders)).toMatchObject(orders.map(() => ({ status: 'paid' })));
  });

  it('stop it again after a release when nothing was mended', async () => {
    const before = await officeMails();
    await due([REFUSED, REFUSED, REFUSED]);
    await one();
    await release();
    await one();
    expect(await isStopped()).toBe(true);
    expect(await officeMails()).toBe(before + 2);
  });

  it('leave staff their charge of one payment, to try whether it is mended', async () => {
    const orders = await due([REFUSED, REFUSED, REFUSED]);
    await one();
    await mend(orders[0]!);
    const { order_id, later_id: payment_id } = orders[0]!;
    const { version } = await paymentOf(t.database.db, payment_id);
    await chargePayment(t.billing, viewerOf(staff.user_id), { order_id, payment_id, version });
    expect(await laterOf(orders)).toMatchObject([{ status: 'paid' }, {}, {}]);
    expect(await isStopped()).toBe(true);
  });
});

describe('a key that the processor does not take', () => {
  /** @shows S19.14 */
  it('stops the collection after three orders, and what was asked is no try', async () => {
    const orders = await due(['good', 'good', 'good', 'good']);
    const { billing } = answering({ k: 'unknown', cause: '403', is_account_refused: true });
    await one({ ...billing, replayDelaysMs: [] });
    expect(await isStopped()).toBe(true);
    expect(await laterOf(orders)).toMatchObject([
      ...[1, 2, 3].map(() => ({ status: 'in_flight' })),
      { status: 'scheduled' },
    ]);
    for (let hour = 0; hour < 8; hour += 1) {
      t.clock.advanceMs(61 * MINUTE_MS);
      await resolveUnknown({ ...billing, gateway: { ...billing.gateway, findCharge: async () => 'absent' } });
    }
    expect(await laterOf(orders)).toMatchObject(orders.map(() => ({ status: 'scheduled' })));
    for (const order of orders) expect(await mailsOf(order)).toEqual([]);
  });
});

describe('after each of this', () => {
  it('the books are whole', () => expect(broken).toEqual([]));
});
