import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { cents } from '#kit/money.ts';
import { processEvents } from '#modules/billing/processor-events/process-events.service.ts';
import { pollEvents } from '#modules/billing/processor-events/receive-events.service.ts';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import { chargeElsewhere } from '#platform/payments/sandbox/charge-elsewhere.ts';
import { refundElsewhere } from '#platform/payments/sandbox/refund-elsewhere.ts';
import { aPaidOrder, aRefund, refundStateOf } from '#tests/support/billing/refunds.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import { readReconciliationOf } from './read-reconciliation.service.ts';
import { readElsewhere, recordRefund } from './record-refund.service.ts';
import { reconcile } from './reconcile.service.ts';

let t: TestBilling;
let staff: Viewer;
beforeEach(async () => {
  t = await createTestBilling();
  staff = { user_id: (await aColleague(t.database.db)).user_id } as Viewer;
});
afterEach(() => t.close());

const rows = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await t.database.db.execute<Row>(query)).rows;

async function chargeOf({ attempt_id }: { attempt_id: number }): Promise<string> {
  const [row] = await rows<{ ref: string }>(
    sql`select gateway_ref as ref from charge_attempts where id = ${attempt_id}`,
  );
  return row!.ref;
}

let key = 0;

/** Somebody gives money of a charge back at the processor's own pages. */
async function givenBackByHand(charge_ref: string, amount = 50_000): Promise<string> {
  const books = { db: t.database.db, clock: t.clock };
  const wanted = { charge_ref, amount_cents: cents(amount), key: `by-hand-${(key += 1)}` };
  const outcome = await refundElsewhere(books, wanted);
  if (!('ref' in outcome) || !outcome.ref) throw new Error(`the sandbox gave nothing back: ${outcome.k}`);
  return outcome.ref;
}

async function aRefundByHand(card: string = TEST_CARDS.good, amount = 50_000) {
  const order = await aPaidOrder(t.billing, typedCard(card));
  await takeEvents(t.billing);
  const ref = await givenBackByHand(await chargeOf(order), amount);
  return { ...order, ref, named: { staff, ref } };
}

const mattersOf = async (kind: string) =>
  (await listMatters(t.database.db, t.clock)).filter((matter) => matter.kind === kind);
const mails = () => rows(sql`select 1 from outbox where kind = 'billing.refund_issued'`);
const linesOf = (order_id: number) =>
  rows(sql`select value_cents::int as cents, is_credit from transactions
    where order_id = ${order_id} and is_adjustment order by id`);
const journalOf = (ref: string) =>
  rows(sql`select j.kind, p.account, p.amount_cents::int as cents from journal j
    join postings p on p.journal_id = j.id where j.ref = ${ref} order by j.id, p.account`);
const openDifferences = async () => (await readReconciliationOf(t.database.db, t.clock)).open;
const inDays = async (days: number) => {
  t.clock.advanceDays(days);
  await takeEvents(t.billing);
};

describe('a refund that was made by hand at the processor', () => {
  /** @shows S25.22 */
  it('is recorded on its order as one of ours, and is no matter and no difference any more', async () => {
    const { named, ref, order_id } = await aRefundByHand();
    await inDays(3);
    await reconcile(t.billing);
    expect(await mattersOf('foreign_refund')).toMatchObject([{ subject: `refund:${ref}` }]);
    expect(await openDifferences()).toMatchObject([{ ref, kind: 'theirs_only', can_record: true }]);
    const shown = { ref, order_id, amount_cents: 50_000, surcharge_cents: 0, payment_number: 1 };
    expect(await readElsewhere(t.billing, named)).toMatchObject({ ...shown, is_recorded: false });
    expect(await mails()).toEqual([]);
    expect(await recordRefund(t.billing, named)).toMatchObject({ ...shown, is_recorded: true });
    expect(await refundStateOf(t, order_id)).toMatchObject({ states: ['succeeded'], reserved: 50_000 });
    expect(await linesOf(order_id)).toEqual([{ cents: 50_000, is_credit: true }]);
    expect(await journalOf(ref)).toEqual([
      { kind: 'refund', account: 'contracts', cents: 50_000 },
      { kind: 'refund', account: 'gateway', cents: -50_000 },
    ]);
    expect(await mails()).toHaveLength(1);
    expect(await mattersOf('foreign_refund')).toEqual([]);
    expect(await openDifferences()).toEqual([]);
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
    await inDays(1);
    await reconcile(t.billing);
    expect(await openDifferences()).toEqual([]);
    expect(
      await rows(sql`select detail from audit_log where action = 'money.record_refund'
        and subject = ${`order:${order_id}`}`),
    ).toEqual([{ detail: { after: { ref, amount_cents: 50_000, surcharge_cents: 0 } } }]);
  });

  /** @shows S25.23 */
  it('is recorded once when two press at once while its event comes and the books are compared', async () => {
    const { named, ref, order_id } = await aRefundByHand();
    t.clock.advanceDays(2);
    await pollEvents(t.billing);
    await Promise.all([
      recordRefund(t.billing, named),
      recordRefund(t.billing, named),
      processEvents(t.billing),
      reconcile(t.billing),
    ]);
    await recordRefund(t.billing, named);
    expect(await refundStateOf(t, order_id)).toMatchObject({ states: ['succeeded'], reserved: 50_000 });
    expect([await journalOf(ref), await linesOf(order_id), await mails()].map((all) => all.length)).toEqual([
      2, 1, 1,
    ]);
    expect(await mattersOf('foreign_refund')).toEqual([]);
    await inDays(2);
    await reconcile(t.billing);
    expect(await openDifferences()).toEqual([]);
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });

  /** @shows S25.24 */
  it('that comes back later leaves the books again and calls a person, as one of ours does', async () => {
    const { named, order_id } = await aRefundByHand(TEST_CARDS.refundComesBack);
    await recordRefund(t.billing, named);
    await inDays(6);
    expect(await refundStateOf(t, order_id)).toMatchObject({ states: ['bounced'], reserved: 0 });
    expect(await mattersOf('refund_came_back')).toMatchObject([{ amount_cents: 50_000 }]);
    await reconcile(t.billing);
    expect(await openDifferences()).toEqual([]);
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });

  /** @shows S25.24 */
  it('that is not carried out yet is reserved, and mailed when it is', async () => {
    const { named, order_id } = await aRefundByHand(TEST_CARDS.refundPending);
    expect(await recordRefund(t.billing, named)).toMatchObject({ state: 'pending' });
    expect(await refundStateOf(t, order_id)).toMatchObject({ states: ['pending'], reserved: 50_000 });
    expect(await mails()).toEqual([]);
    await inDays(6);
    expect(await refundStateOf(t, order_id)).toMatchObject({ states: ['succeeded'] });
    expect(await mails()).toHaveLength(1);
  });

  /** @shows S25.25 */
  it('of a charge that no order here has cannot be recorded, and staff read why', async () => {
    const books = { db: t.database.db, clock: t.clock };
    const charge = await chargeElsewhere(books, { amount_cents: cents(9_000), key: 'a guest' });
    const ref = await givenBackByHand(charge, 9_000);
    await expect(recordRefund(t.billing, { staff, ref })).rejects.toMatchObject({
      kind: { code: 'refund_of_unknown_charge' },
      extras: { data: { charge } },
    });
    await expect(recordRefund(t.billing, { staff, ref: 're_nobody_knows' })).rejects.toMatchObject({
      kind: { code: 'refund_not_there' },
    });
    expect(await rows(sql`select 1 from refunds`)).toEqual([]);
  });

  /** @shows S25.25 */
  it('is not recorded unread, by the family itself, or above what the books have left', async () => {
    const order = await aRefundByHand();
    const { named, user_id } = order;
    const silent = { ...t.gateway, readRefund: () => Promise.reject(new Error('no line')) };
    await expect(recordRefund({ ...t.billing, gateway: silent }, named)).rejects.toMatchObject({
      kind: { code: 'refund_unread' },
    });
    await expect(recordRefund(t.billing, { ...named, staff: { user_id } as Viewer })).rejects.toMatchObject({
      kind: { code: 'own_order' },
    });
    // The office has given all of it back by check meanwhile.
    await createRefund(t.billing, aRefund(order, { way: 'check', reference: '1001' }));
    await expect(recordRefund(t.billing, named)).rejects.toMatchObject({
      kind: { code: 'refund_above_books' },
    });
  });

  /** @shows S25.26 */
  it('is rehearsed with a card of the sandbox that somebody gives money back to the next day', async () => {
    const { order_id } = await aPaidOrder(t.billing, typedCard(TEST_CARDS.refundedByHand));
    for (const days of [4, 2]) await inDays(days);
    const [matter] = await mattersOf('foreign_refund');
    const ref = matter!.subject.slice('refund:'.length);
    await reconcile(t.billing);
    expect(await openDifferences()).toMatchObject([{ ref, theirs_cents: -5_000, can_record: true }]);
    expect(await recordRefund(t.billing, { staff, ref })).toMatchObject({ order_id, amount_cents: 5_000 });
    expect(await openDifferences()).toEqual([]);
  });
});

describe('a refund that carries a number of ours', () => {
  /** @shows S25.27 */
  it('is taken for ours only with its charge and its sum, and is recorded where it belongs', async () => {
    const mine = await aPaidOrder(t.billing, typedCard(TEST_CARDS.refundPending));
    const { named, ref, order_id } = await aRefundByHand();
    await createRefund(t.billing, aRefund(mine));
    // A backup was put back, and the number was given a second time.
    await t.database.db.execute(sql`update sandbox.refunds set refund_id = (select max(id) from refunds)
      where ref = ${ref}`);
    await t.database.db.execute(sql`update refunds set gateway_ref = null`);
    await takeEvents({ ...t.billing, gateway: { ...t.gateway, eventsSince: () => told(ref) } });
    expect(await refundStateOf(t, mine.order_id)).toMatchObject({ states: ['pending'] });
    expect(await mattersOf('foreign_refund')).toMatchObject([{ subject: `refund:${ref}` }]);
    await recordRefund(t.billing, named);
    expect(await refundStateOf(t, order_id)).toMatchObject({ states: ['succeeded'], reserved: 50_000 });
    expect(await refundStateOf(t, mine.order_id)).toMatchObject({ states: ['pending'] });
  });
});

async function* told(ref: string) {
  yield { id: 'evt_told', at: t.clock.now(), object: { kind: 'refund' as const, ref } };
}
