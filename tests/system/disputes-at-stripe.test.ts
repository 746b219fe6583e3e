import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReconciliationOf } from '#modules/billing/reconciliation/read-reconciliation.service.ts';
import { reconcile } from '#modules/billing/reconciliation/reconcile.service.ts';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import { openBillingAtStripe, type BillingAtStripe } from '#tests/support/billing/billing-at-stripe.ts';
import { aRefund } from '#tests/support/billing/refunds.ts';
import type { Opened } from '#tests/support/billing/test-billing.ts';
import type { DisputeMove } from '#tests/simulators/stripe/disputes.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';

/** A first payment with its card fee. */
const PAID = 288_400;

let at: BillingAtStripe;
beforeAll(async () => void (at = await openBillingAtStripe()));
afterAll(() => at.close());

/** An order whose card was disputed at once, as the portal knows a day later. */
async function disputed(number: string = TEST_CARDS.disputedThenLost): Promise<Opened> {
  const order = await at.pay({ number });
  await at.live(1);
  return order;
}

async function disputeOf({ attempt_id }: Opened) {
  const { rows } = await at.t.database.db.execute<{ ref: string }>(
    sql`select gateway_ref as ref from charge_attempts where id = ${attempt_id}`,
  );
  const { store } = at.simulator.world;
  return store.list('dispute').find((one) => one.payment_intent === rows[0]!.ref)!;
}

/** The bank decides, and a day later the portal has heard of it. */
async function decide(order: Opened, to: DisputeMove): Promise<void> {
  at.simulator.outside.moveDispute((await disputeOf(order)).id, to);
  await at.live(1);
}

/** Until when each dispute of an order is to be answered, as the worklist says. */
async function deadlineOf(order: Opened): Promise<string | null | undefined> {
  const matters = await listMatters(at.t.database.db, at.t.clock);
  return matters.find(({ payment }) => payment?.order_id === order.order_id)?.due_on;
}

const mailsOf = async (order: Opened): Promise<number> => {
  const { rows } = await at.t.database.db.execute<{ n: number }>(sql`select count(*)::int as n from outbox o
    join disputes d on d.id = (o.payload ->> 'dispute_id')::int
    where o.kind = 'billing.dispute' and d.order_id = ${order.order_id}`);
  return rows[0]!.n;
};

type State = { status: string; attempt: string; dispute: string; journal: string[]; disputed: number };

async function storyOf(order: Opened): Promise<State & { matters: string[] }> {
  const { db } = at.t.database;
  const { rows } = await db.execute<State>(sql`select p.status, a.state as attempt,
    (select d.state from disputes d where d.charge_attempt_id = a.id) as dispute,
    array(select j.kind from journal j where j.order_id = p.order_id order by j.id) as journal,
    (select coalesce(sum(s.amount_cents), 0)::int from postings s join journal j on j.id = s.journal_id
      where j.order_id = p.order_id and s.account = 'disputed') as disputed
    from charge_attempts a join payments p on p.id = a.payment_id where a.id = ${order.attempt_id}`);
  const matters = (await listMatters(db, at.t.clock))
    .filter(({ payment }) => payment?.order_id === order.order_id)
    .map(({ kind }) => kind);
  return { ...rows[0]!, matters };
}

const mayRefund = (order: Opened, changes: Parameters<typeof aRefund>[1] = {}) =>
  createRefund(at.billing, aRefund(order, changes)).then(
    () => 'refunded',
    (error: { kind?: { code: string } }) => error.kind?.code,
  );

const IS_OPEN: Awaited<ReturnType<typeof storyOf>> = {
  status: 'paid',
  attempt: 'succeeded',
  dispute: 'open',
  journal: ['charge', 'dispute'],
  disputed: PAID,
  matters: ['dispute_open'],
};

describe('a card charge that its payer disputes at Stripe (check 28)', () => {
  /** @shows S17.5 S17.7 */
  it('stays paid and cannot be refunded while its bank has the money, answered or not', async () => {
    const order = await disputed();
    expect(await storyOf(order)).toEqual(IS_OPEN);
    const asked = at.simulator.requests.length;
    expect(await mayRefund(order)).toBe('refund_disputed');
    expect(await mayRefund(order, { way: 'check', reference: '1001' })).toBe('refund_disputed');
    expect(at.simulator.requests.length, 'Stripe is asked for no refund').toBe(asked);
    await decide(order, 'answered');
    expect(await storyOf(order)).toMatchObject({ dispute: 'answered', disputed: PAID });
    expect(await mayRefund(order)).toBe('refund_disputed');
  });

  /** @shows S17.6 S17.7 */
  it('that is won is as if nothing had been, and can be refunded again', async () => {
    const order = await disputed();
    await decide(order, 'won');
    expect(await storyOf(order)).toEqual({
      ...IS_OPEN,
      dispute: 'won',
      journal: ['charge', 'dispute', 'dispute_won'],
      disputed: 0,
      matters: [],
    });
    expect(await mayRefund(order)).toBe('refunded');
  });

  /** @shows S17.6 */
  it('that is lost is owed again, is never tried again, and its card is put away', async () => {
    const order = await disputed();
    await decide(order, 'lost');
    expect(await storyOf(order)).toEqual({
      status: 'returned',
      attempt: 'returned',
      dispute: 'lost',
      journal: ['charge', 'dispute', 'return'],
      disputed: 0,
      matters: ['dispute_lost'],
    });
    const { rows } = await at.t.database.db.execute(sql`select m.is_active, p.next_try_on
      from charge_attempts a join payment_methods m on m.id = a.payment_method_id
      join payments p on p.id = a.payment_id where a.id = ${order.attempt_id}`);
    expect(rows).toEqual([{ is_active: false, next_try_on: null }]);
    await at.live(10);
    const { rows: tries } = await at.t.database.db.execute(
      sql`select count(*)::int as n from charge_attempts where payment_id = ${order.payment_id}`,
    );
    expect(tries).toEqual([{ n: 1 }]);
  });

  /** @shows S17.8 */
  it('is only asked about: no money moves, also when the question is closed', async () => {
    const order = await disputed(TEST_CARDS.disputedAsAQuestion);
    const asked = { ...IS_OPEN, journal: ['charge'], disputed: 0 };
    expect(await storyOf(order)).toEqual({ ...asked, dispute: 'warning', matters: ['dispute_warning'] });
    await decide(order, 'won');
    expect(await storyOf(order)).toEqual({ ...asked, dispute: 'won', matters: [] });
  });

  /** @shows MS1.1 */
  it('that can be appealed is open again until another day, then answered, and won at last', async () => {
    const order = await disputed();
    const [first, told] = [await deadlineOf(order), await mailsOf(order)];
    await decide(order, 'answered');
    await decide(order, 'appealable');
    expect(await storyOf(order)).toEqual(IS_OPEN);
    expect((await deadlineOf(order))! > first!).toBe(true);
    expect(await mailsOf(order), 'staff are mailed the new deadline').toBe(told + 1);
    expect(await mayRefund(order)).toBe('refund_disputed');
    await decide(order, 'appealed');
    expect(await storyOf(order)).toMatchObject({ dispute: 'answered', matters: ['dispute_answered'] });
    await decide(order, 'won');
    expect(await storyOf(order)).toMatchObject({ status: 'paid', dispute: 'won', disputed: 0, matters: [] });
  });

  /** @shows MS1.1 */
  it('that is appealed after the portal has booked its loss is a contradiction for a person', async () => {
    const order = await disputed();
    await decide(order, 'lost');
    await decide(order, 'appealable');
    const story = await storyOf(order);
    expect(story).toMatchObject({ status: 'returned', dispute: 'lost', disputed: 0 });
    expect(story.matters.toSorted()).toEqual(['dispute_contradicts', 'dispute_lost']);
  });

  /** @shows MS1.2 */
  it('that was prevented is lost at once, and nobody is asked to answer', async () => {
    const order = await at.pay({ number: TEST_CARDS.good, plan: { later: 'prevented' } });
    await at.live(1);
    expect(await storyOf(order)).toEqual({
      status: 'returned',
      attempt: 'returned',
      dispute: 'lost',
      journal: ['charge', 'dispute', 'return'],
      disputed: 0,
      matters: ['dispute_lost'],
    });
    expect(await deadlineOf(order)).toBeNull();
  });

  /** @shows MS1.3 */
  it('with a status that nobody knows is open while its money is away, and wants a person', async () => {
    const order = await disputed();
    const { faults } = at.simulator;
    const alter = () => ({ status: 'in_arbitration' });
    faults.plan({ kind: 'altered', calls: 'GET /v1/disputes/', alter, until: Infinity });
    await decide(order, 'answered');
    expect(await storyOf(order)).toEqual({ ...IS_OPEN, matters: ['dispute_unknown'] });
    const matters = await listMatters(at.t.database.db, at.t.clock);
    const { code, dispute } = matters.find(({ payment }) => payment?.order_id === order.order_id)!;
    expect([code, dispute?.id]).toEqual(['in_arbitration', expect.any(Number)]);
    expect(await mayRefund(order)).toBe('refund_disputed');
    faults.clear();
    await decide(order, 'won');
    expect(await storyOf(order)).toMatchObject({ dispute: 'won', disputed: 0, matters: [] });
  });

  /** @shows MS1.3 */
  it('with such a status from its first day is open too, and only a question without money', async () => {
    const { faults } = at.simulator;
    const alter = () => ({ status: 'in_arbitration' });
    faults.plan({ kind: 'altered', calls: 'GET /v1/disputes/', alter, until: Infinity });
    const order = await disputed();
    expect(await storyOf(order)).toEqual({ ...IS_OPEN, matters: ['dispute_unknown'] });
    const asked = await disputed(TEST_CARDS.disputedAsAQuestion);
    expect(await storyOf(asked)).toMatchObject({ dispute: 'warning', matters: ['dispute_unknown'] });
    expect(await mayRefund(asked)).toBe('refunded');
    faults.clear();
    await decide(order, 'lost');
    expect(await storyOf(order)).toMatchObject({ status: 'returned', dispute: 'lost', disputed: 0 });
  });

  /** @shows S17.6 */
  it('leaves books that hold every invariant and are those of Stripe', async () => {
    // I1 looks into the books of the sandbox; here the nightly comparison looks into those of Stripe.
    const broken = await brokenInvariants(at.t.database.db, 'always');
    expect(broken.filter(({ name }) => !name.startsWith('I1 '))).toEqual([]);
    await reconcile(at.billing);
    const { run, open } = await readReconciliationOf(at.t.database.db, at.t.clock);
    expect([run?.is_whole, open]).toEqual([true, []]);
  });
});
