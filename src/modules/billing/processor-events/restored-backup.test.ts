import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/durations.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import { payNow } from '#modules/billing/pay-now/pay-now.service.ts';
import { reconcile } from '#modules/billing/reconciliation/reconcile.service.ts';
import { chargePayment } from '#modules/billing/staff-edits/charge-payment.service.ts';
import { readPayment } from '#modules/billing/staff-edits/read-payment.service.ts';
import { listMatters, settleMatter } from '#modules/billing/worklist/list-matters.service.ts';
import { startStripe } from '#tests/simulators/stripe/http.ts';
import { anActiveOrder, paymentOf, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { openOver, savingAtStripe } from '#tests/support/billing/stripe-hands.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { keepRows } from '#tests/support/database/rows-of-an-hour-ago.ts';
import { collectAfterEvents } from './collect-after-events.service.ts';

/** A portal, and what its processor has charged, whatever the portal knows of it. */
type Shop = {
  t: TestBilling;
  billing: BillingContext;
  chargesMade(): Promise<number>;
  advanceMs(ms: number): Promise<void>;
  close(): Promise<void>;
};

async function atTheSandbox(): Promise<Shop> {
  const t = await createTestBilling();
  const count = sql`select 1 from sandbox.charges where state in ('captured', 'pending', 'settled')`;
  return {
    t,
    billing: t.billing,
    chargesMade: async () => (await t.database.db.execute(count)).rows.length,
    advanceMs: async (ms) => t.clock.advanceMs(ms),
    close: t.close,
  };
}

async function atStripe(): Promise<Shop> {
  const t = await createTestBilling();
  const simulated = await startStripe({ now: t.clock.now() });
  const gateway = await openOver(simulated);
  const { simulator } = simulated;
  return {
    t,
    billing: { ...t.billing, gateway: savingAtStripe(gateway, simulated) },
    chargesMade: async () =>
      simulator.world.store.list('payment_intent').filter(({ status }) => status === 'succeeded').length,
    advanceMs: async (ms) => {
      t.clock.advanceMs(ms);
      await simulator.advance(ms / DAY_MS);
    },
    close: async () => {
      await t.close();
      await simulated.close();
    },
  };
}

/** A list that breaks off before its first entry. */
async function* broken(): AsyncGenerator<never> {
  yield* [];
  throw new Error('connection reset');
}

const attemptIds = async ({ database }: TestBilling) =>
  (await database.db.execute<{ id: number }>(sql`select id::int from charge_attempts`)).rows.map(
    ({ id }) => id,
  );

const ORDERS = 3;
/** 2,150.00, without a fee as the season of these tests has none. */
const LATER = 215_000;

describe.each([
  ['the sandbox', atTheSandbox],
  ['Stripe', atStripe],
])('a backup of an hour ago is put back (check 35), with charges at %s', (_, open) => {
  let shop: Shop;
  let orders: ActiveOrder[];
  let later: number[];
  /** the numbers of all attempts that are forgotten, and of those before */
  let lost: number[];

  /** Three payments are due; they are charged, and then nobody but the processor knows of it. */
  beforeEach(async () => {
    shop = await open();
    const { t, billing, advanceMs } = shop;
    orders = [];
    for (let nth = 0; nth < ORDERS; nth++)
      orders.push(await anActiveOrder({ billing, clock: t.clock }, typedCard(TEST_CARDS.good)));
    later = orders.map(({ later_id }) => later_id);
    await takeEvents(billing);
    const onItsDay = new Date('2026-10-10T14:00:00Z').getTime();
    await advanceMs(onItsDay - t.clock.now().getTime());
    const backup = await keepRows(t.database);
    await advanceMs(5 * MINUTE_MS);
    await collectAfterEvents(billing);
    lost = await attemptIds(t);
    await advanceMs(55 * MINUTE_MS);
    await backup.putBack();
  });
  afterEach(() => shop.close());

  const states = () => Promise.all(later.map(async (id) => (await paymentOf(shop.t.database.db, id)).status));
  const matters = async () =>
    (await listMatters(shop.t.database.db, shop.t.clock)).filter(({ kind }) => kind === 'foreign_charge');

  /** @shows S21.3 */
  it('charges none of these payments again, however often it collects', async () => {
    for (let times = 0; times < 3; times++) {
      await collectAfterEvents(shop.billing);
      await shop.advanceMs(10 * MINUTE_MS);
    }
    await takeEvents(shop.billing);
    await collectAfterEvents(shop.billing);
    expect(await shop.chargesMade()).toBe(2 * ORDERS);
    expect(await states()).toEqual(Array.from({ length: ORDERS }, () => 'scheduled'));
    expect(await matters()).toHaveLength(ORDERS);
  });

  /** @shows S21.3 */
  it('charges nothing while the processor does not tell what has happened', async () => {
    const silent = {
      ...shop.billing,
      gateway: {
        ...shop.billing.gateway,
        eventsSince: () => broken(),
      },
    };
    await collectAfterEvents(silent);
    const unread = { ...shop.billing.gateway, readCharge: () => Promise.reject(new Error('no answer')) };
    await collectAfterEvents({ ...shop.billing, gateway: unread });
    expect(await shop.chargesMade()).toBe(2 * ORDERS);
  });

  /** @shows S21.4 */
  it('has each of them as a difference of the books, and changes none', async () => {
    await collectAfterEvents(shop.billing);
    await shop.advanceMs(27 * HOUR_MS);
    await reconcile(shop.billing);
    const { rows } = await shop.t.database.db.execute(sql`select kind, ours_cents::int, theirs_cents::int
      from reconciliation_differences where class = 'charge' and gone_on is null`);
    expect(rows).toEqual(
      Array.from({ length: ORDERS }, () => ({ kind: 'theirs_only', ours_cents: 0, theirs_cents: LATER })),
    );
    expect(await states()).toEqual(Array.from({ length: ORDERS }, () => 'scheduled'));
  });

  /** @shows S21.3 */
  it('collects from a family again when a person has seen to its charge', async () => {
    await collectAfterEvents(shop.billing);
    const { db } = shop.t.database;
    const staff = await aColleague(db);
    const [first] = await matters();
    const named = { kind: 'foreign_charge' as const, subject: first!.subject, done: 'given back by hand' };
    await db.transaction((tx) => settleMatter(tx, shop.t.clock, staff, named));
    await collectAfterEvents(shop.billing);
    expect(await shop.chargesMade()).toBe(2 * ORDERS + 1);
    expect((await states()).toSorted()).toEqual(['paid', 'scheduled', 'scheduled']);
  });

  /** @shows S21.9 */
  it('lets neither its family nor staff charge one of them by hand until then', async () => {
    await collectAfterEvents(shop.billing);
    const { db } = shop.t.database;
    const staff = await aColleague(db);
    const [{ user_id, order_id, method, later_id: payment_id }] = orders as [ActiveOrder];
    const place = { order_id, payment_id };
    const payIt = () =>
      payNow(shop.billing, { user_id } as never, {
        ...place,
        payment_method_id: method.id,
        total_cents: LATER,
        idempotency_key: 'a press',
      });
    const chargeIt = async () => {
      const { version } = await readPayment(db, shop.billing, place);
      return chargePayment(shop.billing, staff, { ...place, version });
    };
    await expect(payIt()).rejects.toThrow('family_held');
    await expect(chargeIt()).rejects.toThrow('charge_held');
    expect(await readPayment(db, shop.billing, place)).toMatchObject({
      charge_refused: expect.stringContaining('Money matters'),
    });
    expect(await shop.chargesMade()).toBe(2 * ORDERS);
    for (const { subject } of await matters()) {
      const seenTo = { kind: 'foreign_charge' as const, subject, done: 'given back by hand' };
      await db.transaction((tx) => settleMatter(tx, shop.t.clock, staff, seenTo));
    }
    expect(await payIt()).toMatchObject({ charged_cents: LATER });
  });

  /** @shows S21.5 */
  it('takes no charge for that of another family because its attempt has the same number', async () => {
    const { billing, t } = shop;
    const opened = await openedCharge(billing, typedCard(TEST_CARDS.good));
    expect(lost).toContain(opened.attempt_id);
    await takeEvents(billing);
    expect(await paymentOf(t.database.db, opened.payment_id)).toMatchObject({ paid_at: null });
    expect(await matters()).toHaveLength(ORDERS);
    expect(await collect(billing, opened.attempt_id)).toEqual({ k: 'succeeded' });
  });
});
