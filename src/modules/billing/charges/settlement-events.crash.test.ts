import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { anActiveOrder, mailsAbout, paymentOf } from '#tests/support/billing/active-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_ACCOUNTS, typedAccount } from '#tests/support/billing/test-instruments.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { crashAt } from '#tests/support/fakes/crash-at.ts';
import type { SettlementEvent } from '#platform/payments/gateway.ts';
import { applySettlementEvents } from './settlement-events.service.ts';

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

describe('news of a bank that arrives in a crash', () => {
  it.each([
    [1, 'before it is committed'],
    [2, 'after it is in the books and before it is acknowledged'],
  ])('at crash point %i, %s, settles the debit once in the end', async (point) => {
    const { order_id, payment_id } = await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles));
    afterDays('2026-04-20');
    const { crashPoint } = crashAt(point);
    await expect(applySettlementEvents({ ...t.billing, crashPoint })).rejects.toThrow('crashed at');
    await applySettlementEvents(t.billing);
    expect(await journalOf(order_id)).toEqual(['charge', 'settlement']);
    expect(await paymentOf(t.database.db, payment_id)).toMatchObject({ status: 'paid' });
  });

  it('of a debit that came back is booked, reversed and told once', async () => {
    const { order_id, payment_id } = await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.returnedR01));
    afterDays('2026-06-01');
    const { crashPoint } = crashAt(2);
    await applySettlementEvents({ ...t.billing, crashPoint }).catch(() => undefined);
    await applySettlementEvents(t.billing);
    await applySettlementEvents(t.billing);
    expect((await journalOf(order_id)).filter((kind) => kind === 'return')).toHaveLength(1);
    expect(await mailsAbout(t.database.db, 'billing.bank_return', payment_id)).toHaveLength(1);
    expect(await paymentOf(t.database.db, payment_id)).toMatchObject({ status: 'returned', paid_at: null });
  });
});

describe('news of a bank that runs twice', () => {
  it('at once is booked once', async () => {
    const { order_id } = await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles));
    afterDays('2026-04-20');
    await Promise.all([1, 2, 3].map(() => applySettlementEvents(t.billing)));
    expect(await journalOf(order_id)).toEqual(['charge', 'settlement']);
  });

  it('is asked for no more once it is acknowledged', async () => {
    await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles));
    afterDays('2026-04-20');
    await applySettlementEvents(t.billing);
    expect(await t.gateway.settlementEvents(t.clock.today())).toEqual([]);
  });
});

describe('news that cannot be booked', () => {
  it('does not hold up the others, and the job fails after them', async () => {
    const { order_id } = await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles));
    afterDays('2026-04-20');
    const ofNobody: SettlementEvent = {
      attempt_id: 999_999,
      ref: 'ch_of_nobody',
      outcome: { k: 'succeeded', ref: 'ch_of_nobody' },
    };
    const acknowledged: number[] = [];
    const gateway = {
      ...t.gateway,
      settlementEvents: async (today: Parameters<typeof t.gateway.settlementEvents>[0]) => [
        ofNobody,
        ...(await t.gateway.settlementEvents(today)),
      ],
      acknowledgeEvent: async (event: SettlementEvent) => {
        acknowledged.push(event.attempt_id);
        return t.gateway.acknowledgeEvent(event);
      },
    };
    await expect(applySettlementEvents({ ...t.billing, gateway })).rejects.toThrow(
      'no charge attempt 999999',
    );
    expect(await journalOf(order_id)).toEqual(['charge', 'settlement']);
    expect(acknowledged).not.toContain(999_999);
  });
});

describe('after all of this', () => {
  it('the books, the payments and the processor agree', async () => {
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });
});
