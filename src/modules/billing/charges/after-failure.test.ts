import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  anActiveOrder,
  endOrder,
  mailsAbout,
  orderOf,
  paymentOf,
  type ActiveOrder,
} from '#tests/support/billing/active-order.ts';
import { createTestBilling, WORDS, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_ACCOUNTS, typedAccount } from '#tests/support/billing/test-instruments.ts';
import { authorizeDebits } from '#modules/billing/methods/mandates.service.ts';
import { updateAttempt } from '#modules/billing/payments/attempts.queries.ts';
import type { GatewayResult } from '#modules/billing/payments/attempt-transitions.ts';
import { openAttempt } from './charges.service.ts';
import { applyOutcome } from './outcomes.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
// A Saturday: banking days differ from calendar days.
beforeEach(() => t.clock.moveTo('2026-10-10T14:00:00Z'));

const account = typedAccount(TEST_ACCOUNTS.settles);
let lastRef = 0;
const aRef = () => `ch_after_failure_${(lastRef += 1)}`;

async function anAttempt({ later_id, method }: ActiveOrder): Promise<number> {
  const { db } = t.database;
  const payment = await paymentOf(db, later_id);
  return db.transaction(async (tx) => {
    const plan = { payment, method, surcharges: [], ...WORDS, now: t.clock.now() };
    const { id } = await openAttempt(tx, plan);
    await updateAttempt(tx, id, { state: 'sent', first_sent_at: t.clock.now() });
    return id;
  });
}
const answer = (attempt_id: number, gatewayResult: GatewayResult) =>
  t.database.db.transaction((tx) => applyOutcome(tx, t.billing, { attempt_id, gatewayResult }));

const declined = (code: 'insufficient_funds' | 'expired'): GatewayResult => ({
  k: 'declined',
  code,
  next: code === 'expired' ? 'new_method' : 'later',
});
const returned = (code: 'R01' | 'R02' | 'R10', ref = aRef()): GatewayResult => ({
  k: 'returned',
  ref,
  code,
  next: 'never',
});
const stateOf = async ({ later_id, order_id }: ActiveOrder) => {
  const { status, next_try_on, paid_at } = await paymentOf(t.database.db, later_id);
  const { past_due } = await orderOf(t.database.db, order_id);
  return { status, next_try_on, isPaid: paid_at !== null, past_due };
};
const mails = (kind: string, { later_id }: ActiveOrder) => mailsAbout(t.database.db, kind, later_id);

describe('a later payment that its card declines (M7)', () => {
  it('softly is tried again three days later, and its order is not past due', async () => {
    const order = await anActiveOrder(t);
    await answer(await anAttempt(order), declined('insufficient_funds'));
    expect(await stateOf(order)).toEqual({
      status: 'failed',
      next_try_on: '2026-10-13',
      isPaid: false,
      past_due: false,
    });
  });

  it('softly four times is tried on days 0, 3, 8 and 15, and then its order is past due', async () => {
    const order = await anActiveOrder(t);
    const days: (string | null)[] = [];
    for (const day of ['2026-10-10', '2026-10-13', '2026-10-18', '2026-10-25']) {
      t.clock.moveTo(`${day}T14:00:00Z`);
      await answer(await anAttempt(order), declined('insufficient_funds'));
      days.push((await stateOf(order)).next_try_on);
    }
    expect(days).toEqual(['2026-10-13', '2026-10-18', '2026-10-25', null]);
    expect((await stateOf(order)).past_due).toBe(true);
  });

  it('softly four times is told to the family at the first and at the last', async () => {
    const order = await anActiveOrder(t);
    for (let count = 0; count < 4; count++)
      await answer(await anAttempt(order), declined('insufficient_funds'));
    expect(await mails('billing.payment_failed', order)).toMatchObject([
      { ref: `${order.later_id}-${order.method.id}`, payload: { next_try_on: '2026-10-13' } },
      { ref: `${order.later_id}-${order.method.id}-last`, payload: { next_try_on: null } },
    ]);
  });

  it('for good waits for the family, and its order is past due at once', async () => {
    const order = await anActiveOrder(t);
    await answer(await anAttempt(order), declined('expired'));
    expect(await stateOf(order)).toMatchObject({ status: 'failed', next_try_on: null, past_due: true });
  });

  it('keeps its card: only a bank’s last word retires a method', async () => {
    const order = await anActiveOrder(t);
    await answer(await anAttempt(order), declined('expired'));
    const { rows } = await t.database.db.execute(
      sql`select is_active from payment_methods where id = ${order.method.id}`,
    );
    expect(rows).toEqual([{ is_active: true }]);
  });

  it('is told and scheduled once, though the same answer comes twice', async () => {
    const order = await anActiveOrder(t);
    const attempt_id = await anAttempt(order);
    await answer(attempt_id, declined('insufficient_funds'));
    const { version } = await paymentOf(t.database.db, order.later_id);
    await answer(attempt_id, declined('insufficient_funds'));
    expect((await paymentOf(t.database.db, order.later_id)).version).toBe(version);
    expect(await mails('billing.payment_failed', order)).toHaveLength(1);
  });
});

describe('a charge that never reached the processor', () => {
  it('counts as a soft decline: it is tried again three days later', async () => {
    const order = await anActiveOrder(t);
    await answer(await anAttempt(order), { k: 'not_found' });
    expect(await stateOf(order)).toMatchObject({ status: 'failed', next_try_on: '2026-10-13' });
  });
});

describe('a debit that the bank refuses at once', () => {
  const refusedAtOnce: GatewayResult = { k: 'declined', code: 'insufficient_funds', next: 'later' };

  /** @shows S16.4 */
  it('counts as one of the three: after it and two returns there is no other', async () => {
    const order = await anActiveOrder(t, account);
    const days: (string | null)[] = [];
    for (const result of [refusedAtOnce, returned('R01'), returned('R01')]) {
      await answer(await anAttempt(order), result);
      days.push((await stateOf(order)).next_try_on);
    }
    expect(days).toEqual(['2026-10-19', '2026-10-15', null]);
    expect((await stateOf(order)).past_due).toBe(true);
  });

  /** @shows S16.4 */
  it('as the account is closed for debits waits for the family', async () => {
    const order = await anActiveOrder(t, account);
    await answer(await anAttempt(order), { k: 'declined', code: 'account_unusable', next: 'new_method' });
    expect(await stateOf(order)).toMatchObject({ status: 'failed', next_try_on: null, past_due: true });
  });
});

describe('a card whose issuer advises otherwise than its code usually means', () => {
  /** @shows S16.2 */
  it.each([
    ['insufficient_funds', 'never', null],
    ['declined', 'later', '2026-10-13'],
  ] as const)('is tried again as it advises: %s, %s', async (code, next, next_try_on) => {
    const order = await anActiveOrder(t);
    await answer(await anAttempt(order), { k: 'declined', code, next });
    expect(await stateOf(order)).toMatchObject({ status: 'failed', next_try_on });
  });
});

describe('a debit that the bank sends back (M6)', () => {
  it('without funds is owed again, and debited five banking days later', async () => {
    const order = await anActiveOrder(t, account);
    const attempt_id = await anAttempt(order);
    const ref = aRef();
    await answer(attempt_id, { k: 'pending', ref });
    expect(await stateOf(order)).toMatchObject({ status: 'processing', isPaid: true });
    // A Tuesday; the Monday before was Columbus Day.
    t.clock.moveTo('2026-10-13T14:00:00Z');
    await answer(attempt_id, returned('R01', ref));
    expect(await stateOf(order)).toEqual({
      status: 'returned',
      next_try_on: '2026-10-20',
      isPaid: false,
      past_due: false,
    });
  });

  it('is told to the family each time, with the day of the next debit', async () => {
    const order = await anActiveOrder(t, account);
    for (let count = 0; count < 2; count++) await answer(await anAttempt(order), returned('R01'));
    const told = await mails('billing.bank_return', order);
    expect(told).toHaveLength(2);
    expect(told.map(({ payload }) => payload.next_try_on)).toEqual([expect.any(String), '2026-10-15']);
    expect(await mails('billing.payment_failed', order)).toEqual([]);
  });

  it('from a closed account takes the account out of use', async () => {
    const order = await anActiveOrder(t, account);
    await answer(await anAttempt(order), returned('R02'));
    const { rows } = await t.database.db.execute(
      sql`select is_active, returned_at is not null as returned from payment_methods
        where id = ${order.method.id}`,
    );
    expect(rows).toEqual([{ is_active: false, returned: true }]);
    expect(await stateOf(order)).toMatchObject({ next_try_on: null, past_due: true });
  });

  it.each([
    ['R01', false],
    ['R02', false],
    ['R10', true],
  ] as const)('with %s ends the authorization to debit it: %s', async (code, isRevoked) => {
    const order = await anActiveOrder(t, account);
    await t.database.db.transaction((tx) =>
      authorizeDebits(tx, {
        user_id: order.user_id,
        payment_method_id: order.method.id,
        html: '<p>Debits.</p>',
        ip: '203.0.113.7',
        user_agent: 'test',
        now: t.clock.now(),
      }),
    );
    await answer(await anAttempt(order), returned(code));
    const { rows } = await t.database.db.execute(
      sql`select revoked_at is not null as revoked from mandates
        where payment_method_id = ${order.method.id}`,
    );
    expect(rows).toEqual([{ revoked: isRevoked }]);
  });
});

describe('a payment of an order that staff have ended meanwhile (M11)', () => {
  const end = (order_id: number) => endOrder(t.database.db, order_id);

  it('that is declined is not owed any more, and nobody is told', async () => {
    const order = await anActiveOrder(t);
    const attempt_id = await anAttempt(order);
    await end(order.order_id);
    await answer(attempt_id, declined('insufficient_funds'));
    expect(await stateOf(order)).toMatchObject({ status: 'cancelled', next_try_on: null, past_due: false });
    expect(await mails('billing.payment_failed', order)).toEqual([]);
  });

  /** @shows MC4.1 */
  it('that comes back from the bank is told, and neither owed nor debited again', async () => {
    const order = await anActiveOrder(t, account);
    const attempt_id = await anAttempt(order);
    await end(order.order_id);
    await answer(attempt_id, returned('R01'));
    expect(await stateOf(order)).toMatchObject({ status: 'cancelled', next_try_on: null, past_due: false });
    expect(await mails('billing.bank_return', order)).toMatchObject([{ payload: { next_try_on: null } }]);
  });
});
