import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FAMILY } from '#kit/endpoint/right.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { moneyOfOrders } from '#modules/billing/ledger/money-of-orders.service.ts';
import { isKindClosed } from '#modules/billing/processor/closed-kinds.service.ts';
import { ensureMethod } from '#modules/billing/methods/save-method.service.ts';
import { listChargesToCome } from '#modules/billing/pay-now/charges-to-come.service.ts';
import { payNow } from '#modules/billing/pay-now/pay-now.service.ts';
import { chargePayment } from '#modules/billing/staff-edits/charge-payment.service.ts';
import { listMatters, releaseCollection } from '#modules/billing/worklist/list-matters.service.ts';
import { anActiveOrder, orderOf, paymentOf, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import {
  createTestBilling,
  withFaultyGateway,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { viewerOf } from '#tests/support/database/viewer-of.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { collectDue } from './collect-due.service.ts';
import { applyOutcome } from './outcomes.service.ts';
import { resolveUnknown } from './charge-conversation.service.ts';

let t: TestBilling;
let staff: { user_id: number };
const broken: unknown[] = [];
beforeEach(async () => {
  t = await createTestBilling();
  staff = await aColleague(t.database.db);
  t.clock.moveTo('2026-04-10T14:00:00Z');
});
afterEach(async () => {
  broken.push(...(await brokenInvariants(t.database.db, 'always')));
  await t.close();
});

const FRIDAY = plainDate('2026-10-16');
const MONDAY = plainDate('2026-10-19');
const one = (billing = t.billing) => collectDue({ ...billing, collectors: 1 });

type Instrument = 'bank' | 'card' | 'limited';

async function due(instruments: Instrument[]): Promise<ActiveOrder[]> {
  const orders = [];
  for (const each of instruments) {
    const instrument = each === 'card' ? typedCard(TEST_CARDS.good) : typedAccount(TEST_ACCOUNTS.settles);
    const order = await anActiveOrder(t, instrument);
    if (each === 'limited') await behave(order, 'debits_over_limit');
    orders.push(order);
  }
  t.clock.moveToDay(FRIDAY, 10);
  return orders;
}

const behave = ({ user_id }: ActiveOrder, behaviour: string) =>
  t.database.db.execute(sql`update sandbox.methods set behaviour = ${behaviour} where token in
    (select gateway_ref from payment_methods where user_id = ${user_id})`);
const laterOf = async (orders: ActiveOrder[]) =>
  Promise.all(orders.map(({ later_id }) => paymentOf(t.database.db, later_id)));
const mails = async () =>
  (
    await t.database.db.execute<{ kind: string }>(sql`select kind from outbox
      where kind in ('billing.payment_failed', 'billing.bank_return', 'billing.limit_reached')
      order by id`)
  ).rows.map(({ kind }) => kind);
const matters = async () =>
  (await listMatters(t.database.db, t.clock)).filter(({ kind }) => kind.endsWith('s_stopped'));
const isBankClosed = () => isKindClosed(t.database.db, t.billing, 'bank');
async function release(): Promise<void> {
  for (const { kind, subject } of await matters())
    await t.database.db.transaction((tx) =>
      releaseCollection(tx, t.clock, viewerOf(staff.user_id), { kind, subject }),
    );
  t.clock.advanceMs(MINUTE_MS);
}

describe('a debit beyond the limit of the company', () => {
  /** @shows MS2.2 */
  it('is no try of its family, is told to no family, and is due again on the next banking day', async () => {
    const [order] = await due(['limited']);
    await one();
    expect(await laterOf([order!])).toMatchObject([
      { status: 'scheduled', pay_on: '2026-10-10', next_try_on: MONDAY },
    ]);
    expect(await mails()).toEqual(['billing.limit_reached']);
    expect((await orderOf(t.database.db, order!.order_id)).past_due).toBe(false);
    const { rows } = await t.database.db.execute(sql`select id from transactions
      where order_id = ${order!.order_id} and not is_success`);
    expect(rows).toEqual([]);
  });

  /** @shows MS2.2 */
  it('is tried again day after day, and is none of the three debits that a network allows', async () => {
    const [order] = await due(['limited']);
    for (let day = FRIDAY; day < plainDate('2026-10-27'); day = addDays(day, 1)) {
      t.clock.moveToDay(day, 10);
      await one();
      await one();
    }
    const { rows } = await t.database.db.execute(sql`select count(*)::int as n from charge_attempts
      where payment_id = ${order!.later_id} and code = 'company_limit'`);
    expect(rows).toEqual([{ n: 7 }]);
    await behave(order!, 'settles');
    t.clock.moveToDay(plainDate('2026-10-27'), 10);
    await one();
    expect(await laterOf([order!])).toMatchObject([{ status: 'processing', next_try_on: null }]);
    expect(await mails()).toEqual(['billing.limit_reached']);
  });

  /** @shows MS2.3 */
  it('stops debits alone: cards go on, and what was not sent is owed as before', async () => {
    const orders = await due(['limited', 'bank', 'card', 'bank']);
    await one();
    expect(await laterOf(orders)).toMatchObject([
      { status: 'scheduled', next_try_on: MONDAY },
      { status: 'scheduled', next_try_on: null },
      { status: 'paid' },
      { status: 'scheduled', next_try_on: null },
    ]);
    await resolveUnknown(t.billing);
    await one();
    const { rows } = await t.database.db.execute(sql`select count(*)::int as n from sandbox.charges
      where created_at > '2026-10-01'`);
    expect(rows).toEqual([{ n: 2 }]);
  });

  /** @shows MS2.3 */
  it('lets debits be tried again by themselves on the next banking day, until one is taken', async () => {
    const orders = await due(['limited', 'bank']);
    await one();
    expect([await isBankClosed(), (await matters()).length]).toEqual([true, 1]);
    t.clock.moveToDay(plainDate('2026-10-18'), 12);
    await one();
    expect(await isBankClosed()).toBe(true);
    await behave(orders[0]!, 'settles');
    t.clock.moveToDay(MONDAY, 8);
    expect(await isBankClosed()).toBe(false);
    await one();
    expect(await laterOf(orders)).toMatchObject([{ status: 'processing' }, { status: 'processing' }]);
    t.clock.advanceMs(10 * MINUTE_MS);
    await one();
    expect(await matters()).toEqual([]);
  });

  /** @shows MS2.4 */
  it('is one payment issue, which staff release when the limit was raised', async () => {
    const orders = await due(['limited', 'bank']);
    await one();
    expect(await matters()).toMatchObject([
      { kind: 'debits_stopped', payment: { order_id: orders[0]!.order_id }, days: 0 },
    ]);
    for (const order of orders) await behave(order, 'settles');
    await release();
    expect([await matters(), await isBankClosed()]).toEqual([[], false]);
    await one();
    expect(await laterOf(orders)).toMatchObject([{ status: 'processing' }, { status: 'processing' }]);
  });

  /** @shows MS2.4 */
  it('is one issue and one mail to the office, however many debits meet it, and how often', async () => {
    await due(['limited', 'limited', 'limited']);
    await one();
    t.clock.moveToDay(MONDAY, 10);
    await collectDue({ ...t.billing, collectors: 3 });
    t.clock.moveToDay(plainDate('2026-10-20'), 10);
    await one();
    expect((await matters()).length).toBe(1);
    expect(await mails()).toEqual(['billing.limit_reached']);
  });

  it('stands beside a stop of everything, and neither ends the other', async () => {
    const orders = await due(['limited', 'card']);
    await one();
    await t.database.db.execute(sql`insert into collection_stops (stopped_at, charge_attempt_id)
      select ${t.clock.now().toISOString()}::timestamptz, max(id) from charge_attempts`);
    await t.database.db.execute(sql`update collection_stops set released_at = now() where kind is not null`);
    expect(await isBankClosed()).toBe(false);
    await t.database.db.execute(sql`update collection_stops set released_at = null where kind is not null`);
    t.clock.moveToDay(MONDAY, 10);
    await one();
    expect(await laterOf(orders)).toMatchObject([{ status: 'scheduled' }, { status: 'paid' }]);
  });

  it('leaves staff their charge of one payment, whose success ends the stop', async () => {
    const [order] = await due(['limited']);
    await one();
    await behave(order!, 'settles');
    t.clock.advanceMs(MINUTE_MS);
    const { order_id, later_id: payment_id } = order!;
    const { version } = await paymentOf(t.database.db, payment_id);
    await chargePayment(t.billing, viewerOf(staff.user_id), { order_id, payment_id, version });
    await one();
    expect(await matters()).toEqual([]);
  });
});

describe('a family at its screen while debits have stopped', () => {
  const me = ({ user_id }: ActiveOrder) => viewerOf(user_id, FAMILY);
  async function press(order: ActiveOrder): Promise<unknown> {
    const { order_id, later_id: payment_id } = order;
    const [charge] = await listChargesToCome(t.database.db, t.billing, { viewer: me(order), order_id });
    const { payment_method_id, total_cents } = charge!.ways[0]!;
    const command = { order_id, payment_id, payment_method_id, total_cents, idempotency_key: 'press' };
    return payNow(t.billing, me(order), command);
  }

  /** @shows MS2.5 */
  it('is refused a payment by bank before anything is written or asked, and pays by card', async () => {
    const [, account] = await due(['limited', 'bank']);
    await one();
    const count = async () =>
      (await t.database.db.execute(sql`select count(*)::int as n from charge_attempts`)).rows;
    const before = await count();
    await expect(press(account!)).rejects.toMatchObject({ message: 'debits_closed' });
    expect(await count()).toEqual(before);
    const [card] = await due(['card']);
    await expect(press(card!)).resolves.toMatchObject({ is_processing: false });
  });

  /** @shows MS2.5 */
  it('that meets the limit itself reads of no bank, and the payment stays due', async () => {
    const [order] = await due(['limited']);
    await expect(press(order!)).rejects.toMatchObject({ message: 'payment_over_company_limit' });
    expect(await laterOf([order!])).toMatchObject([{ status: 'scheduled', next_try_on: null }]);
    expect(await isBankClosed()).toBe(true);
    const asked = { viewer: me(order!), order_id: order!.order_id };
    const [charge] = await listChargesToCome(t.database.db, t.billing, asked);
    expect(charge).toMatchObject({ failed_because: null });
    expect(await mails()).toEqual(['billing.limit_reached']);
  });
});

describe('a debit on its way that the limit of the company stops', () => {
  const stop = async (order: ActiveOrder) => {
    const { rows } = await t.database.db.execute<{ id: number; gateway_ref: string }>(sql`
      select id::int, gateway_ref from charge_attempts where payment_id = ${order.later_id}
      order by id desc limit 1`);
    const { id, gateway_ref: ref } = rows[0]!;
    await t.database.db.execute(sql`update sandbox.charges set state = 'declined', code = 'company_limit'
      where ref = ${ref}`);
    const gatewayResult = { k: 'declined', ref, code: 'company_limit', next: 'later' } as const;
    await t.database.db.transaction((tx) => applyOutcome(tx, t.billing, { attempt_id: id, gatewayResult }));
  };

  /** @shows MS2.2 */
  it('is owed again, retires no account, and its family hears nothing', async () => {
    const [order] = await due(['bank']);
    await one();
    t.clock.advanceMs(MINUTE_MS);
    await stop(order!);
    expect(await laterOf([order!])).toMatchObject([
      { status: 'scheduled', paid_at: null, next_try_on: MONDAY },
    ]);
    expect([await mails(), await isBankClosed()]).toEqual([['billing.limit_reached'], true]);
    t.clock.moveToDay(MONDAY, 10);
    await one();
    expect(await laterOf([order!])).toMatchObject([{ status: 'processing' }]);
  });

  /** @shows MS2.2 */
  it('is tried again on the next banking day, also if the family had started it', async () => {
    const order = await anActiveOrder(t, typedCard(TEST_CARDS.firstChargeOnly));
    const { order_id, later_id, user_id } = order;
    t.clock.moveToDay(FRIDAY, 10);
    await one();
    expect(await laterOf([order])).toMatchObject([{ status: 'failed', next_try_on: MONDAY }]);
    const instrument = typedAccount(TEST_ACCOUNTS.settles);
    const wanted = { user_id, program_group_id: null, instrument, key: 'pays now' };
    const { id: payment_method_id } = await ensureMethod(t.billing, wanted);
    await payNow(t.billing, viewerOf(user_id, FAMILY), {
      order_id,
      payment_id: later_id,
      payment_method_id,
      total_cents: 215_000,
      idempotency_key: 'pays now',
    });
    expect(await laterOf([order])).toMatchObject([{ status: 'processing', next_try_on: null }]);
    t.clock.advanceMs(MINUTE_MS);
    await stop(order);
    expect(await laterOf([order])).toMatchObject([{ status: 'failed', next_try_on: MONDAY }]);
  });

  it('is told as stopped by the processor, and as returned by no bank, in lines and invoices', async () => {
    const [order] = await due(['bank']);
    await one();
    await stop(order!);
    const { rows } = await t.database.db.execute<{ description: string }>(sql`select description
      from transactions where order_id = ${order!.order_id} and is_credit`);
    expect(rows.map(({ description }) => description)).toEqual([
      expect.stringMatching(/^Stopped by our payment processor: /),
    ]);
    const { order_id } = order!;
    const money = await moneyOfOrders(t.database.db, [order_id], FAMILY);
    const { invoices } = money.get(order_id)!;
    expect(invoices.map(({ is_stopped }) => is_stopped)).toEqual([false, true]);
  });

  it('of an order that has ended is asked of nobody, and stands on the list', async () => {
    const [order] = await due(['bank']);
    await one();
    await t.database.db.execute(sql`update orders set status = 'cancelled' where id = ${order!.order_id}`);
    await stop(order!);
    expect(await laterOf([order!])).toMatchObject([{ status: 'cancelled' }]);
    const all = await listMatters(t.database.db, t.clock);
    expect(all.map(({ kind }) => kind)).toContain('returned_after_end');
    await t.database.db.execute(sql`update routes set seats_taken = seats_taken - 1`);
  });
});

describe('a limit of cards', () => {
  it('stops cards alone', async () => {
    const orders = await due(['card', 'bank']);
    const { billing } = withFaultyGateway(t, () => 'through', {
      charge: async (request, key) =>
        request.kind === 'card'
          ? { k: 'declined', code: 'company_limit', next: 'later' }
          : t.gateway.charge(request, key),
    });
    await one(billing);
    expect(await laterOf(orders)).toMatchObject([
      { status: 'scheduled', next_try_on: MONDAY },
      { status: 'processing' },
    ]);
    expect(await matters()).toMatchObject([{ kind: 'cards_stopped' }]);
  });
});

describe('after each of this', () => {
  it('the books are whole', () => expect(broken).toEqual([]));
});
