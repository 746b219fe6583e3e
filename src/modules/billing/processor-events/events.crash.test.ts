import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { anActiveOrder, mailsAbout, paymentOf } from '#tests/support/billing/active-order.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import {
  createTestBilling,
  withFaultyGateway,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import { TEST_ACCOUNTS, typedAccount } from '#tests/support/billing/test-instruments.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { crashAt } from '#tests/support/fakes/crash-at.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(() => t.clock.moveTo('2026-04-10T14:00:00Z'));

const afterDays = (day: string) => t.clock.moveToDay(plainDate(day), 10);
const journalOf = async (order_id: number) => {
  const { rows } = await t.database.db.execute<{ kind: string }>(
    sql`select kind from journal where order_id = ${order_id} order by id`,
  );
  return rows.map(({ kind }) => kind);
};

const [POLLED, CLAIMED, READ, AT_THE_DOOR, PROCESSED] = [1, 2, 3, 4, 5];
/** Reading anew what a crash has cut off. */
const RETRY_MS = 61_000;
const crashing = (point: number) => ({ ...t.billing, crashPoint: crashAt(point).crashPoint });

describe('events that arrive in a crash', () => {
  /** @shows S14.3 */
  it.each([
    [POLLED, 'after they are written down'],
    [CLAIMED, 'before the charge is read'],
    [READ, 'after the charge is read'],
    [AT_THE_DOOR, 'before it is committed'],
    [PROCESSED, 'after it is in the books'],
  ])('at crash point %i, %s, settle the debit once in the end', async (point) => {
    const { order_id, payment_id } = await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles));
    await takeEvents(t.billing);
    afterDays('2026-04-20');
    await expect(takeEvents(crashing(point))).rejects.toThrow('crashed at');
    t.clock.advanceMs(RETRY_MS);
    await takeEvents(t.billing);
    expect(await journalOf(order_id)).toEqual(['charge', 'settlement']);
    expect(await paymentOf(t.database.db, payment_id)).toMatchObject({ status: 'paid' });
  });

  it('tell of a debit that came back: booked, reversed and mailed once', async () => {
    const { order_id, payment_id } = await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.returnedR01));
    await takeEvents(t.billing);
    afterDays('2026-06-01');
    await takeEvents(crashing(PROCESSED)).catch(() => undefined);
    t.clock.advanceMs(RETRY_MS);
    await takeEvents(t.billing);
    await takeEvents(t.billing);
    expect((await journalOf(order_id)).filter((kind) => kind === 'return')).toHaveLength(1);
    expect(await mailsAbout(t.database.db, 'billing.bank_return', payment_id)).toHaveLength(1);
    expect(await paymentOf(t.database.db, payment_id)).toMatchObject({ status: 'returned', paid_at: null });
  });
});

describe('events that are taken twice', () => {
  /** @shows S14.2 */
  it('at once are booked once', async () => {
    const { order_id } = await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles));
    afterDays('2026-04-20');
    await Promise.all([1, 2, 3].map(() => takeEvents(t.billing)));
    expect(await journalOf(order_id)).toEqual(['charge', 'settlement']);
  });

  it('are not looked at again once they are processed', async () => {
    await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles));
    afterDays('2026-04-20');
    await takeEvents(t.billing);
    const { billing, asked } = withFaultyGateway(t, () => 'through');
    await takeEvents(billing);
    expect(asked).toEqual([]);
  });
});

describe('after all of this', () => {
  it('the books, the payments and the processor agree', async () => {
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });
});
