import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import { collectDue } from '#modules/billing/charges/collect-due.service.ts';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import type { Dispute } from '#platform/payments/dispute.ts';
import type { ProcessorEvent } from '#platform/payments/gateway.ts';
import { anActiveOrder, paymentOf } from '#tests/support/billing/active-order.ts';
import { aPaidOrder, aRefund } from '#tests/support/billing/refunds.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import {
  createTestBilling,
  openedCharge,
  withFaultyGateway,
  type Opened,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { applyDispute } from './disputes.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(() => inDays(40));

const inDays = async (days: number) => {
  t.clock.advanceDays(days);
  await takeEvents(t.billing);
};

/** The days on which the sandbox opens a dispute, and on which it is decided. */
const OPEN = 6;
const DECIDED = 25;

async function disputed(card: string): Promise<Opened> {
  const order = await aPaidOrder(t.billing, typedCard(card));
  await inDays(OPEN);
  return order;
}

type State = { status: string; attempt: string; dispute: string; journal: string[]; disputed: number };

async function stateOf({ attempt_id }: Opened): Promise<State> {
  const { rows } = await t.database.db.execute<State>(sql`select p.status, a.state as attempt,
    (select d.state from disputes d where d.charge_attempt_id = a.id) as dispute,
    array(select j.kind from journal j where j.order_id = p.order_id order by j.id) as journal,
    (select coalesce(sum(s.amount_cents), 0)::int from postings s join journal j on j.id = s.journal_id
      where j.order_id = p.order_id and s.account = 'disputed') as disputed
    from charge_attempts a join payments p on p.id = a.payment_id where a.id = ${attempt_id}`);
  return rows[0]!;
}

const mattersOf = async ({ order_id }: Opened) =>
  (await listMatters(t.database.db, t.clock)).filter(({ payment }) => payment?.order_id === order_id);
const mailsOf = async ({ payment_id, order_id }: Opened) =>
  (
    await t.database.db.execute<{ kind: string }>(sql`select kind from outbox
      where kind in ('billing.bank_return', 'billing.payment_failed')
        and payload ->> 'payment_id' = ${String(payment_id)}
      or kind = 'billing.dispute' and payload ->> 'dispute_id' in
        (select id::text from disputes where order_id = ${order_id}) order by id`)
  ).rows.map(({ kind }) => kind);
const expectAllWell = async () => expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);

describe('a card charge that its payer disputes (check 28)', () => {
  /** @shows S17.5 */
  it('stays paid while the bank has the money, and is on the worklist with its deadline', async () => {
    const order = await disputed(TEST_CARDS.disputedThenLost);
    expect(await stateOf(order)).toEqual({
      status: 'paid',
      attempt: 'succeeded',
      dispute: 'open',
      journal: ['charge', 'dispute'],
      disputed: 288400,
    });
    expect(await mattersOf(order)).toMatchObject([
      { kind: 'dispute_open', amount_cents: 288400, due_on: expect.any(String), code: 'fraudulent' },
    ]);
    expect(await mailsOf(order)).toEqual(['billing.dispute']);
    await expectAllWell();
  });

  /** @shows S17.6 */
  it('that is won is as if nothing had been, and its payment was never owed', async () => {
    const order = await disputed(TEST_CARDS.disputedThenWon);
    await inDays(DECIDED);
    expect(await stateOf(order)).toEqual({
      status: 'paid',
      attempt: 'succeeded',
      dispute: 'won',
      journal: ['charge', 'dispute', 'dispute_won'],
      disputed: 0,
    });
    expect(await mattersOf(order)).toEqual([]);
    await expectAllWell();
  });

  /** @shows S17.6 */
  it('that is lost is owed again, never tried again, and its card is put away without a mail', async () => {
    const order = await disputed(TEST_CARDS.disputedThenLost);
    await inDays(DECIDED);
    expect(await stateOf(order)).toEqual({
      status: 'returned',
      attempt: 'returned',
      dispute: 'lost',
      journal: ['charge', 'dispute', 'return'],
      disputed: 0,
    });
    const { rows } = await t.database.db.execute(sql`select m.is_active, p.next_try_on
      from charge_attempts a join payment_methods m on m.id = a.payment_method_id
      join payments p on p.id = a.payment_id where a.id = ${order.attempt_id}`);
    expect(rows).toEqual([{ is_active: false, next_try_on: null }]);
    expect(await mailsOf(order)).toEqual(['billing.dispute', 'billing.dispute']);
    expect(await mattersOf(order)).toMatchObject([{ kind: 'dispute_lost', amount_cents: 288400 }]);
    const { rows: lines } = await t.database.db.execute(sql`select description, value_cents::int as cents
      from transactions where order_id = ${order.order_id} and is_credit order by id`);
    expect(lines).toEqual([
      { description: 'Dispute lost, payment 1', cents: 280000 },
      { description: 'Dispute lost, payment 1', cents: 8400 },
    ]);
    await expectAllWell();
  });

  /** @shows S17.7 */
  it('cannot be refunded by any way while the bank has the money', async () => {
    const order = await disputed(TEST_CARDS.disputedThenWon);
    for (const way of ['processor', 'check'] as const)
      await expect(createRefund(t.billing, aRefund(order, { way, reference: '1001' }))).rejects.toMatchObject(
        {
          kind: { code: 'refund_disputed' },
        },
      );
    await inDays(DECIDED);
    await createRefund(t.billing, aRefund(order));
    await expectAllWell();
  });

  /** @shows S17.7 */
  it('keeps its card from being charged for the rest of the order until the bank has decided', async () => {
    const { db } = t.database;
    const { later_id } = await anActiveOrder(t, typedCard(TEST_CARDS.disputedThenWon));
    await db.execute(sql`update payments set pay_on = ${t.clock.today()} where id = ${later_id}`);
    await inDays(OPEN);
    await collectDue(t.billing);
    expect((await paymentOf(db, later_id)).status).toBe('scheduled');
    await inDays(DECIDED);
    await collectDue(t.billing);
    expect((await paymentOf(db, later_id)).status).toBe('paid');
  });

  /** @shows S17.8 */
  it('is only asked about: no money moves, and nothing changes but the worklist', async () => {
    const order = await disputed(TEST_CARDS.disputedAsAQuestion);
    expect(await stateOf(order)).toMatchObject({ status: 'paid', dispute: 'warning', journal: ['charge'] });
    expect(await mattersOf(order)).toMatchObject([{ kind: 'dispute_warning' }]);
    await inDays(DECIDED);
    expect(await stateOf(order)).toMatchObject({ status: 'paid', dispute: 'won', journal: ['charge'] });
    expect(await mattersOf(order)).toEqual([]);
    await expectAllWell();
  });

  /** @shows S17.8 */
  it('is heard of once it is lost, or before the answer to its charge: the books are the same', async () => {
    const { billing } = withFaultyGateway(t, (call) => (call === 'charge' ? 'dropped_after' : 'through'));
    const opened = await openedCharge(t.billing, typedCard(TEST_CARDS.disputedThenLost));
    await collect(billing, opened.attempt_id);
    t.clock.advanceDays(OPEN + DECIDED);
    const events: ProcessorEvent[] = [];
    for await (const event of t.gateway.eventsSince(new Date(0)))
      if (event.object.kind === 'dispute') events.push(event);
    const disputeFirst = {
      ...t.billing,
      gateway: {
        ...t.gateway,
        async *eventsSince() {
          yield* events.toReversed();
        },
      },
    };
    await takeEvents(disputeFirst);
    expect(await stateOf(opened)).toMatchObject({
      status: 'returned',
      journal: ['charge', 'dispute', 'return'],
      disputed: 0,
    });
    await takeEvents(t.billing);
    await expectAllWell();
  });
});

describe('readings of a dispute', () => {
  const closedAt = async ({ attempt_id }: Opened) =>
    (await t.database.db.execute(sql`select closed_at from disputes where charge_attempt_id = ${attempt_id}`))
      .rows[0]!['closed_at'];
  const say = (order: Opened, changes: Partial<Dispute>) =>
    t.database.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ gateway_ref: string }>(
        sql`select gateway_ref from charge_attempts where id = ${order.attempt_id}`,
      );
      const dispute: Dispute = {
        ref: `du_told_${order.attempt_id}`,
        charge_ref: rows[0]!.gateway_ref,
        amount_cents: cents(100000),
        withdrawn_cents: cents(100000),
        reinstated_cents: cents(0),
        fee_cents: cents(1500),
        state: 'open',
        unknown_state: null,
        is_appeal: false,
        reason: 'fraudulent',
        due_by: new Date(`${plainDate('2027-01-04')}T12:00:00Z`),
        ...changes,
      };
      await applyDispute(tx, t.billing, { attempt_id: order.attempt_id, dispute });
    });

  /** @shows S17.8 */
  it('that come twice, late or in another order change nothing that was decided', async () => {
    const order = await aPaidOrder(t.billing, typedCard(TEST_CARDS.good));
    await say(order, {});
    await say(order, {});
    await say(order, { state: 'answered' });
    await say(order, { state: 'won', reinstated_cents: cents(100000) });
    await say(order, { state: 'open' });
    expect(await stateOf(order)).toMatchObject({
      status: 'paid',
      dispute: 'won',
      journal: ['charge', 'dispute', 'dispute_won'],
      disputed: 0,
    });
  });

  /** @shows S17.8 */
  it('that is decided anew, or of a charge that is not booked, calls a person', async () => {
    const order = await aPaidOrder(t.billing, typedCard(TEST_CARDS.good));
    await say(order, { state: 'won', reinstated_cents: cents(100000) });
    await say(order, { state: 'lost' });
    expect(await mattersOf(order)).toMatchObject([{ kind: 'dispute_contradicts' }]);
    const declined = await aPaidOrder(t.billing, typedCard(TEST_CARDS.declinesCharges));
    await say(declined, {});
    expect(await mattersOf(declined)).toMatchObject([{ kind: 'dispute_contradicts' }]);
  });

  /** @shows S17.8 */
  it('that repeat a decision days later leave the day on which it was decided', async () => {
    const order = await aPaidOrder(t.billing, typedCard(TEST_CARDS.good));
    const won = { state: 'won', reinstated_cents: cents(100000) } as const;
    await say(order, won);
    await inDays(3);
    await createRefund(t.billing, aRefund(order));
    const decided_at = await closedAt(order);
    await inDays(3);
    await say(order, won);
    expect(await closedAt(order)).toEqual(decided_at);
    const { rows } = await t.database.db.execute<{ closed: boolean }>(
      sql`select closed_at < r.created_at as closed from disputes d join refunds r using (charge_attempt_id)
        where charge_attempt_id = ${order.attempt_id}`,
    );
    expect(rows).toEqual([{ closed: true }]);
  });

  /** @shows S17.6 */
  it('of a part that is lost book the part, leave the payment paid and call a person', async () => {
    const order = await aPaidOrder(t.billing, typedCard(TEST_CARDS.good));
    await say(order, { state: 'lost' });
    expect(await stateOf(order)).toMatchObject({
      status: 'paid',
      attempt: 'succeeded',
      journal: ['charge', 'dispute', 'dispute_lost'],
      disputed: 0,
    });
    expect(await mattersOf(order)).toMatchObject([{ kind: 'dispute_lost_in_part', amount_cents: 100000 }]);
  });

  /** @shows S17.8 */
  it('of a part that is lost book it once, though the rest was refunded before the next one', async () => {
    const order = await aPaidOrder(t.billing, typedCard(TEST_CARDS.good));
    await say(order, { state: 'lost' });
    await inDays(1);
    await createRefund(t.billing, aRefund(order, { amount_cents: cents(188400) }));
    await say(order, { state: 'lost' });
    expect(await stateOf(order)).toMatchObject({
      status: 'paid',
      attempt: 'succeeded',
      journal: ['charge', 'dispute', 'dispute_lost', 'refund'],
      disputed: 0,
    });
  });

  /** @shows S17.6 */
  it.each(['check', 'processor'] as const)('of a lost part leave the rest to refund, by %s', async (way) => {
    const order = await aPaidOrder(t.billing, typedCard(TEST_CARDS.good));
    await say(order, { state: 'lost' });
    await createRefund(t.billing, aRefund(order, { way, reference: '1001' }));
    const { rows } = await t.database.db.execute(sql`select amount_cents::int, surcharge_cents::int
      from refunds where charge_attempt_id = ${order.attempt_id}`);
    expect(rows).toEqual([{ amount_cents: 188400, surcharge_cents: 8400 }]);
    await expect(createRefund(t.billing, aRefund(order))).rejects.toMatchObject({
      kind: { code: 'refund_nothing_left' },
    });
  });

  /** @shows S17.6 */
  it('of the rest that is lost after a part make the payment due again', async () => {
    const order = await aPaidOrder(t.billing, typedCard(TEST_CARDS.good));
    await say(order, { state: 'lost' });
    const rest = { amount_cents: cents(188400), withdrawn_cents: cents(188400) };
    await say(order, { ref: `du_rest_${order.attempt_id}`, state: 'lost', ...rest });
    const { rows } = await t.database.db.execute(sql`select status from payments
      where id = ${order.payment_id}`);
    expect(rows).toEqual([{ status: 'returned' }]);
    const { rows: lost } = await t.database.db.execute(sql`select value_cents::int as cents
      from transactions where order_id = ${order.order_id} and is_credit order by id`);
    expect(lost).toEqual([{ cents: 100000 }, { cents: 180000 }, { cents: 8400 }]);
  });

  it('that is lost before its money has moved book the loss once the money moves', async () => {
    const order = await aPaidOrder(t.billing, typedCard(TEST_CARDS.good));
    await say(order, { state: 'lost', amount_cents: cents(288400), withdrawn_cents: cents(0) });
    expect(await stateOf(order)).toMatchObject({ status: 'paid', dispute: 'lost', journal: ['charge'] });
    const moved = { amount_cents: cents(288400), withdrawn_cents: cents(288400) };
    await say(order, { state: 'lost', ...moved });
    expect(await stateOf(order)).toMatchObject({
      status: 'returned',
      journal: ['charge', 'dispute', 'return'],
      disputed: 0,
    });
  });
});
