import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import { reconcile } from '#modules/billing/reconciliation/reconcile.service.ts';
import { readReconciliationOf } from '#modules/billing/reconciliation/read-reconciliation.service.ts';
import type { Typed } from '#tests/simulators/stripe/instruments.ts';
import { openBillingAtStripe, type BillingAtStripe } from '#tests/support/billing/billing-at-stripe.ts';
import { aRefund } from '#tests/support/billing/refunds.ts';
import type { Opened } from '#tests/support/billing/test-billing.ts';
import { TEST_ACCOUNTS, TEST_CARDS } from '#tests/support/billing/test-instruments.ts';

let at: BillingAtStripe;
beforeAll(async () => void (at = await openBillingAtStripe()));
afterAll(() => at.close());

type Story = { states: string[]; reserved: number; journal: string[]; mails: number; matters: string[] };

async function storyOf({ order_id, payment_id }: Opened): Promise<Story> {
  const { db } = at.t.database;
  const { rows } = await db.execute<Omit<Story, 'matters'>>(sql`select
    array(select state from refunds where payment_id = ${payment_id} order by id) as states,
    (select refunded_cents::int from payments where id = ${payment_id}) as reserved,
    array(select j.kind from journal j where j.order_id = ${order_id} and j.kind like 'refund%' order by j.id)
      as journal,
    (select count(*)::int from outbox where kind = 'billing.refund_issued'
      and payload ->> 'order_refund_id' in
        (select id::text from order_refunds where order_id = ${order_id})) as mails`);
  const matters = (await listMatters(db, at.t.clock))
    .filter(({ payment }) => payment?.order_id === order_id)
    .map(({ kind }) => kind);
  return { ...rows[0]!, matters };
}

const card = (refund?: 'pending' | 'comes_back'): Typed => ({
  number: TEST_CARDS.good,
  ...(refund && { plan: { refund } }),
});

const nothing = { journal: [], mails: 0, matters: [] };
const given = { reserved: 280_000, journal: ['refund'], mails: 1, matters: [] };

type Case = {
  pays: Typed;
  /** what Stripe's balance does to it */
  switches?: readonly 'no_balance'[];
  at_once: Story;
  days: number;
  at_last: Story;
};

const CASES: Record<string, Case> = {
  'is done at once': {
    pays: card(),
    at_once: { states: ['succeeded'], ...given },
    days: 8,
    at_last: { states: ['succeeded'], ...given },
  },
  'is pending, and done two banking days later': {
    pays: card('pending'),
    at_once: { states: ['pending'], ...nothing, reserved: 280_000 },
    days: 5,
    at_last: { states: ['succeeded'], ...given },
  },
  'is pending for our balance, and then fails': {
    pays: card(),
    switches: ['no_balance', 'no_balance'],
    at_once: { states: ['pending'], ...nothing, reserved: 280_000, matters: ['refund_waits_for_balance'] },
    days: 9,
    at_last: { states: ['failed'], ...nothing, reserved: 0, matters: ['refund_failed'] },
  },
  'was done, and comes back on day 3': {
    pays: card('comes_back'),
    at_once: { states: ['succeeded'], ...given },
    days: 4,
    at_last: {
      states: ['bounced'],
      reserved: 0,
      journal: ['refund', 'refund_failed'],
      mails: 1,
      matters: ['refund_came_back'],
    },
  },
  'is of a settled debit, and done two banking days later': {
    pays: { account: TEST_ACCOUNTS.settles },
    at_once: { states: ['pending'], ...nothing, reserved: 280_000 },
    days: 5,
    at_last: { states: ['succeeded'], ...given },
  },
};

describe('a refund at Stripe (check 27)', () => {
  /** @shows S24.9 */
  it.each(Object.entries(CASES))(
    'that %s: reservation, books and worklist are right, and one mail says so at most',
    async (_how, { pays, switches = [], at_once, days, at_last }) => {
      const order = await at.pay(pays);
      await at.live('account' in pays ? 7 : 1);
      at.simulator.world.switches.refunds.push(...switches);
      await createRefund(at.billing, aRefund(order));
      expect(await storyOf(order)).toEqual(at_once);
      await at.live(days);
      at.simulator.world.switches.refunds.length = 0;
      expect(await storyOf(order)).toEqual(at_last);
      await at.live(3);
      expect(await storyOf(order)).toEqual(at_last);
    },
  );

  /** @shows S24.9 */
  it('and given back by check: the family hears of the money that it got, and the books agree', async () => {
    const order = await at.pay(card('comes_back'));
    await createRefund(at.billing, aRefund(order));
    await at.live(5);
    await createRefund(at.billing, aRefund(order, { way: 'check', reference: '1001' }));
    await at.live(2);
    const { mails, states, reserved } = await storyOf(order);
    expect({ mails, states, reserved }).toEqual({
      mails: 2,
      states: ['bounced', 'succeeded'],
      reserved: 280_000,
    });
    await reconcile(at.billing);
    const { open } = await readReconciliationOf(at.t.database.db, at.t.clock);
    expect(open).toEqual([]);
  });
});
