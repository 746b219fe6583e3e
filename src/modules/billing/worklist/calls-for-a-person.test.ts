import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { cents } from '#kit/money.ts';
import { PAYMENT_STATES, type PaymentState } from '#modules/billing/payment.states.ts';
import { anActiveOrder, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { anAttemptRow, aPaymentRow } from '#tests/support/billing/payment-rows.ts';
import {
  createTestBilling,
  openedCharge,
  type Opened,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import { TEST_ACCOUNTS, typedAccount } from '#tests/support/billing/test-instruments.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { listMatters, settleMatter } from './list-matters.service.ts';
import { readReturnRates, returnRateMatters } from './return-rates.service.ts';
import type { MatterKind } from './matter.states.ts';

let t: TestBilling;
let staff: Viewer;
let order: ActiveOrder;
beforeAll(async () => {
  t = await createTestBilling();
  staff = await aColleague(t.database.db);
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.moveTo('2026-04-10T14:00:00Z');
  order = await anActiveOrder(t);
});

const db = () => t.database.db;
const at = (ms = 0) => new Date(t.clock.now().getTime() + ms);
/** The portal calls for a person, as a flow writes it down. */
const call = (action: string, subject: string, { detail = {}, ms = 0 } = {}) =>
  db().execute(sql`insert into audit_log (at, action, subject, detail) values
    (${at(ms).toISOString()}, ${action}, ${subject}, ${JSON.stringify(detail)}::jsonb)`);
const found = async (kind: MatterKind, subject: string) =>
  (await listMatters(db(), t.clock)).find((matter) => matter.kind === kind && matter.subject === subject);

describe('a debit that a bank took back', () => {
  beforeEach(() =>
    db().execute(sql`update payments set refunded_cents = 50000 where id = ${order.payment_id}`),
  );

  it.each([
    ['had been refunded: what the family has twice', 'returned_after_refund', 50_000],
    ['belonged to an order that ended: what was not refunded', 'returned_after_end', 230_000],
  ] as const)('and that %s', async (_, kind, amount_cents) => {
    const subject = `payment:${order.payment_id}`;
    await call(`billing.${kind}`, subject);
    expect(await found(kind, subject)).toMatchObject({
      amount_cents,
      payment: { id: order.payment_id, order_id: order.order_id, payment_number: 1 },
      parent: { id: order.user_id },
    });
  });
});

describe('a payment that nothing can pay', () => {
  const unpayable = async (status: PaymentState = 'scheduled', paid = false) => {
    const { id } = await aPaymentRow(db(), order, { status, paid_at: paid ? at() : null });
    await call('billing.payment_unpayable', `payment:${id}`);
    return found('payment_unpayable', `payment:${id}`);
  };
  beforeEach(() =>
    db().execute(sql`update payment_methods set is_active = false where user_id = ${order.user_id}`),
  );

  it.each(PAYMENT_STATES)('is listed unless nobody owes it any more: %s', async (status) => {
    const isListed = status !== 'cancelled';
    expect((await unpayable(status)) !== undefined).toBe(isListed);
  });

  it('is not listed once it is paid', async () => expect(await unpayable('paid', true)).toBeUndefined());

  it.each([
    ['that the family has kept', { is_active: true, kept: true }, false],
    ['that it has only entered', { is_active: true, kept: false }, true],
    ['that it has put away', { is_active: false, kept: true }, true],
  ])('leaves the list with a card %s', async (_, { is_active, kept }, isListed) => {
    await db().execute(sql`update payment_methods set is_active = ${is_active},
      kept_at = ${kept ? at().toISOString() : null} where user_id = ${order.user_id}`);
    expect((await unpayable()) !== undefined).toBe(isListed);
  });
});

describe('a call for a person', () => {
  const kind = 'charge_contradicts';
  const action = 'billing.outcome_contradicts';
  const subject = () => `charge_attempt:${order.attempt_id}`;
  const settle = () =>
    db().transaction((tx) =>
      settleMatter(tx, t.clock, staff, { kind, subject: subject(), done: 'looked at it' }),
    );

  it('stands once however often it is called, since the first time, with its code', async () => {
    await call(action, subject(), { detail: { code: 'late' }, ms: -2 * DAY_MS });
    await call(action, subject());
    const all = (await listMatters(db(), t.clock)).filter((matter) => matter.subject === subject());
    expect(all).toMatchObject([{ kind, days: 2, code: 'late', amount_cents: 288_400 }]);
  });

  it('that is settled stays off until it comes again, and is then as old as that call', async () => {
    await call(action, subject(), { ms: -2 * DAY_MS });
    await settle();
    expect(await found(kind, subject())).toBeUndefined();
    t.clock.advanceDays(1);
    await call(action, subject());
    expect(await found(kind, subject())).toMatchObject({ days: 0 });
    await settle();
    expect(await found(kind, subject())).toBeUndefined();
  });

  it('is found however its action is spelled, and nothing is shown of what does not exist', async () => {
    await call('billing.OUTCOME_contradicts', subject());
    expect(await found(kind, subject())).toBeDefined();
    await call(action, 'charge_attempt:987654');
    expect(await found(kind, 'charge_attempt:987654')).toBeUndefined();
  });
});

describe('the rates of returned debits, at their edges', () => {
  const DAYS = 60;
  const debit = async (of: Opened, changes: Partial<Parameters<typeof anAttemptRow>[2]>) => {
    const payment = await aPaymentRow(db(), of, { amount_cents: cents(100_000) });
    await anAttemptRow(db(), payment, {
      method: of.method,
      state: 'succeeded',
      created_at: at(),
      ...changes,
    });
  };
  const all = async () => (await readReturnRates(db(), t.clock.now())).find((rate) => rate.class === 'all')!;
  let account: Opened;
  let seasons = 0;
  beforeEach(async () => {
    // No debit of the test before is within its sixty days.
    t.clock.advanceDays(100 * (seasons += 1));
    account = await openedCharge(t.billing, typedAccount(TEST_ACCOUNTS.settles));
  });
  const returned = { state: 'returned', code: 'R01' } as const;

  /** @shows S24.5 */
  it('count sixty days to the moment', async () => {
    const edge = at(-DAYS * DAY_MS);
    await debit(account, { created_at: edge });
    await debit(account, { created_at: new Date(edge.getTime() - 1) });
    await debit(account, { ...returned, created_at: edge, finished_at: edge });
    await debit(account, { ...returned, created_at: edge, finished_at: new Date(edge.getTime() - 1) });
    expect(await all()).toMatchObject({ returned: 1, debits: 3 });
  });

  it('count no card, no debit that the company’s limit stopped, and a return without a code', async () => {
    await debit(order, { ...returned, code: 'disputed', finished_at: at() });
    await debit(account, { state: 'returned', code: 'company_limit', finished_at: at() });
    expect(await all()).toMatchObject({ returned: 0 });
    await debit(account, { state: 'returned', code: null, finished_at: at() });
    expect(await all()).toMatchObject({ returned: 1 });
  });

  /** @shows S24.6 */
  it('are one matter a class that comes near its ceiling, with its sum and first return', async () => {
    await debit(account, { ...returned, code: 'R03', finished_at: at(-DAY_MS) });
    await debit(account, { ...returned, code: 'R10', finished_at: at(-2 * DAY_MS) });
    await debit(account, { ...returned, code: 'R10', finished_at: at() });
    expect(await returnRateMatters(db(), t.clock.now())).toEqual([
      { subject: 'debits:unauthorized', since: at(-2 * DAY_MS), amount_cents: 206_000 },
      { subject: 'debits:all', since: at(-2 * DAY_MS), amount_cents: 309_000 },
    ]);
  });
});
