import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { processorPayouts } from '#db/tables/billing/processor-books.ts';
import { reconciliationDifferences } from '#db/tables/billing/reconciliation.ts';
import { disputes } from '#db/tables/billing/disputes.ts';
import { DAY_MS } from '#kit/durations.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { PAYMENT_STATES, STUCK, type PaymentState } from '#modules/billing/payment.states.ts';
import { PAYOUT_STATES } from '#modules/billing/processor-books/processor-books.states.ts';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import { REFUND_STATES } from '#modules/billing/refunds/refund.states.ts';
import { anActiveOrder, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { aPaymentRow } from '#tests/support/billing/payment-rows.ts';
import { aRefund, dollars } from '#tests/support/billing/refunds.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { listMatters, readMatterAgain, releaseCollection, settleMatter } from './list-matters.service.ts';
import { kindsCutShort, MATTER_KINDS, MATTERS, MATTERS_SHOWN, type MatterKind } from './matter.states.ts';
import { matterShape } from './worklist.contract.ts';

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
  for (const table of ['disputes', 'processor_payouts', 'reconciliation_differences', 'settled_matters'])
    await t.database.db.execute(sql`delete from ${sql.identifier(table)}`);
  await t.database.db.execute(sql`update orders set status = 'cancelled' where status = 'active'`);
  order = await anActiveOrder(t);
});

const db = () => t.database.db;
const inDays = (days: number) => new Date(t.clock.now().getTime() + days * DAY_MS);
const matters = () => listMatters(db(), t.clock, (ref) => `https://processor.example/${ref}`);
const ofKind = async (kind: MatterKind) => (await matters()).filter((matter) => matter.kind === kind);
const settle = (kind: MatterKind, subject: string) =>
  db().transaction((tx) => settleMatter(tx, t.clock, staff, { kind, subject, done: 'looked at it' }));
const NOT_FOUND = { kind: { code: 'matter_not_found' } };

describe('a dispute on the worklist', () => {
  const aDispute = async (changes: Partial<typeof disputes.$inferInsert> = {}) => {
    const [row] = await db()
      .insert(disputes)
      .values({
        gateway_ref: `dp_${randomUUID()}`,
        order_id: order.order_id,
        payment_id: order.payment_id,
        charge_attempt_id: order.attempt_id,
        payment_method_id: order.method.id,
        amount_cents: cents(288_400),
        withdrawn_cents: cents(0),
        reinstated_cents: cents(0),
        fee_cents: cents(0),
        state: 'open',
        reason: 'fraudulent',
        due_at: inDays(9),
        opened_at: t.clock.now(),
        ...changes,
      })
      .returning();
    return row!;
  };

  it.each([
    ['warning', 'dispute_warning', '2026-04-19'],
    ['open', 'dispute_open', '2026-04-19'],
    ['answered', 'dispute_answered', null],
  ] as const)(
    'that is %s stands under its own name, with its page and its deadline',
    async (state, kind, due_on) => {
      const { id, gateway_ref } = await aDispute({ state });
      expect(await matters()).toMatchObject([
        {
          kind,
          subject: `dispute:${id}`,
          amount_cents: 288_400,
          code: 'fraudulent',
          due_on,
          dispute: { id, link: `https://processor.example/${gateway_ref}` },
          payment: { order_id: order.order_id, payment_number: 1 },
          parent: { id: order.user_id, first_name: 'Ada', last_name: 'Test' },
        },
      ]);
      await expect(settle(kind, `dispute:${id}`), 'it goes by itself').rejects.toMatchObject(NOT_FOUND);
      await db().execute(sql`update disputes set closed_at = now()`);
      expect(await matters()).toEqual([]);
    },
  );

  it('whose state has no word here stands with the word of the processor, and nowhere else', async () => {
    await aDispute({ state: 'open', unknown_state: 'prevented' });
    expect(await matters()).toMatchObject([{ kind: 'dispute_unknown', code: 'prevented' }]);
  });

  it('without a deadline or a page has none', async () => {
    await aDispute({ due_at: null });
    const [matter] = await listMatters(db(), t.clock);
    expect(matter).toMatchObject({ due_on: null, dispute: { link: null } });
  });

  it('is a day old from the midnight of the company on', async () => {
    await aDispute({ opened_at: new Date('2026-04-11T03:59:00Z'), due_at: new Date('2026-04-20T03:59:00Z') });
    const told = async () => (await matters()).map(({ since, days, due_on }) => [since, days, due_on]);
    t.clock.moveTo('2026-04-11T03:59:30Z');
    expect(await told()).toEqual([['2026-04-10', 0, '2026-04-19']]);
    t.clock.moveTo('2026-04-11T04:00:00Z');
    expect(await told()).toEqual([['2026-04-10', 1, '2026-04-19']]);
  });
});

describe('a payout on the worklist', () => {
  const aPayout = (ref: string, changes: Partial<typeof processorPayouts.$inferInsert> = {}) =>
    db()
      .insert(processorPayouts)
      .values({
        ref,
        amount_cents: cents(500_000),
        made_at: t.clock.now(),
        arrives_on: plainDate('2026-04-12'),
        state: 'failed',
        read_at: t.clock.now(),
        ...changes,
      });

  it.each(PAYOUT_STATES)('is one that the bank did not take: %s', async (state) => {
    await aPayout('po_1', { state });
    const found = await ofKind('payout_failed');
    expect(found.map(({ subject, amount_cents }) => [subject, amount_cents])).toEqual(
      state === 'failed' ? [['payout:po_1', 500_000]] : [],
    );
  });

  it('leaves it when a person settles it, and another one stays', async () => {
    await aPayout('po_1', { made_at: inDays(-2) });
    await aPayout('po_2', { made_at: inDays(-1) });
    expect((await ofKind('payout_failed')).map(({ days }) => days)).toEqual([2, 1]);
    await settle('payout_failed', 'payout:po_1');
    expect((await ofKind('payout_failed')).map(({ subject }) => subject)).toEqual(['payout:po_2']);
    await expect(settle('payout_failed', 'payout:po_1')).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('a difference of the books on the worklist', () => {
  const aDifference = (ref: string, changes: Partial<typeof reconciliationDifferences.$inferInsert> = {}) =>
    db()
      .insert(reconciliationDifferences)
      .values({
        kind: 'amount',
        class: 'charge',
        ref,
        ours_cents: cents(288_400),
        theirs_cents: cents(280_000),
        happened_at: inDays(-3),
        first_seen_at: t.clock.now(),
        last_seen_at: t.clock.now(),
        ...changes,
      });

  it('says what they have less ours, since when it happened', async () => {
    await aDifference('ch_1');
    expect(await ofKind('difference')).toMatchObject([
      { subject: 'charge:ch_1', amount_cents: -8_400, days: 3, payment: null },
    ]);
  });

  it('is there until it is explained or gone, and is settled where it is compared', async () => {
    await aDifference('ch_1', { gone_on: plainDate('2026-04-10') });
    await aDifference('ch_2', {
      explained_at: t.clock.now(),
      explained_by_id: staff.user_id,
      explanation: 'by hand',
    });
    expect(await ofKind('difference')).toEqual([]);
    await aDifference('ch_3');
    await expect(settle('difference', 'charge:ch_3')).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('a payment of less than a processor charges', () => {
  const small = (changes: Parameters<typeof aPaymentRow>[2] = {}) =>
    aPaymentRow(db(), order, { amount_cents: cents(49), pay_on: plainDate('2026-04-10'), ...changes });

  it.each([
    [49, true],
    [50, false],
  ])('is on the worklist up to 49 cents: %i', async (amount, isListed) => {
    const { id } = await small({ amount_cents: cents(amount) });
    expect((await ofKind('payment_too_small')).map(({ subject }) => subject)).toEqual(
      isListed ? [`payment:${id}`] : [],
    );
  });

  it.each([
    ['2026-04-10', [0]],
    ['2026-04-08', [2]],
    ['2026-04-11', []],
  ] as const)('is there from its day on: %s', async (day, days) => {
    await small({ pay_on: plainDate(day) });
    expect((await ofKind('payment_too_small')).map((matter) => matter.days)).toEqual(days);
  });

  it.each(PAYMENT_STATES)('is there where it is owed: %s', async (status) => {
    await small({ status });
    const isOwed = status === 'scheduled' || (STUCK as readonly PaymentState[]).includes(status);
    expect(await ofKind('payment_too_small')).toHaveLength(isOwed ? 1 : 0);
  });

  it('is nobody’s once its order has ended', async () => {
    await small();
    await db().execute(sql`update orders set status = 'cancelled' where id = ${order.order_id}`);
    expect(await ofKind('payment_too_small')).toEqual([]);
  });
});

describe('a refund on the worklist', () => {
  const check = (amount: number) =>
    ({ way: 'check', reference: '1001', amount_cents: dollars(amount) }) as const;
  const processor = (amount: number) => ({ way: 'processor', amount_cents: dollars(amount) }) as const;
  const failed = async (amount: number) => {
    order = await anActiveOrder(t, typedCard(TEST_CARDS.refundRefused));
    await createRefund(t.billing, aRefund(order, processor(amount)));
  };
  const listed = async () =>
    (await ofKind('refund_failed')).map(({ amount_cents, payment }) => [amount_cents, payment!.order_id]);

  /** @shows S17.2 */
  it('that failed stays until as much was given back, and a smaller one does not hide it', async () => {
    await failed(500);
    expect(await listed()).toEqual([[50_000, order.order_id]]);
    await createRefund(t.billing, aRefund(order, check(10)));
    expect(await listed(), 'ten dollars are not five hundred').toEqual([[50_000, order.order_id]]);
    await createRefund(t.billing, aRefund(order, check(489.99)));
    expect(await listed(), 'a cent is missing').toEqual([[50_000, order.order_id]]);
    await createRefund(t.billing, aRefund(order, check(0.01)));
    expect(await listed()).toEqual([]);
  });

  /** @shows S17.2 */
  it('that failed twice leaves it once with what was given back at last', async () => {
    await failed(500);
    await createRefund(t.billing, aRefund(order, processor(500)));
    expect(await listed()).toHaveLength(2);
    await createRefund(t.billing, aRefund(order, check(500)));
    expect(await listed()).toEqual([]);
  });

  it('of another order does not count for it', async () => {
    await failed(500);
    const { order_id } = order;
    await createRefund(t.billing, aRefund(await anActiveOrder(t), check(500)));
    expect(await listed()).toEqual([[50_000, order_id]]);
    await settle('refund_failed', (await ofKind('refund_failed'))[0]!.subject);
    expect(await listed()).toEqual([]);
  });

  it.each(REFUND_STATES)('is late after ten days only while the processor has it: %s', async (state) => {
    await createRefund(t.billing, aRefund(order, processor(500)));
    await db().execute(
      sql`update refunds set state = ${state}, code = null where payment_id = ${order.payment_id}`,
    );
    t.clock.advanceDays(10);
    const isOwn = ({ payment }: { payment: { id: number } | null }) => payment?.id === order.payment_id;
    expect((await ofKind('refund_stuck')).filter(isOwn)).toHaveLength(state === 'pending' ? 1 : 0);
    expect((await ofKind('refund_waits_for_balance')).filter(isOwn)).toEqual([]);
  });
});

describe('what staff can do about a matter', () => {
  const named = (kind: MatterKind) => ({ kind, subject: 'charge:ch_none' });
  const STEPS = { settle: settleMatter, read_again: readMatterAgain, release: releaseCollection } as const;

  it.each(MATTER_KINDS)('is refused where it is not there: %s', async (kind) => {
    for (const step of Object.values(STEPS))
      await expect(
        db().transaction((tx) => step(tx, t.clock, staff, { ...named(kind), done: 'x' })),
      ).rejects.toMatchObject(NOT_FOUND);
  });

  it('is one step of three, or nothing, and each step has a kind', () => {
    expect(new Set(Object.values(MATTERS))).toEqual(new Set(['settle', 'read_again', 'release', null]));
  });

  it('is not what another kind of matter offers', async () => {
    await db().execute(sql`insert into audit_log (at, action, subject, detail)
      values (${t.clock.now().toISOString()}, 'billing.foreign_object', 'charge:ch_1', '{}')`);
    expect(await ofKind('foreign_charge')).toHaveLength(1);
    const one = { kind: 'foreign_charge' as const, subject: 'charge:ch_1' };
    for (const step of [readMatterAgain, releaseCollection])
      await expect(db().transaction((tx) => step(tx, t.clock, staff, one))).rejects.toMatchObject(NOT_FOUND);
    await expect(settle('foreign_refund', 'charge:ch_1'), 'under another name').rejects.toMatchObject(
      NOT_FOUND,
    );
    expect(await settle('foreign_charge', 'charge:ch_1')).toEqual(one);
  });

  it('is done once by two who press at the same moment, and what they read fits the wire', async () => {
    await db().execute(sql`insert into audit_log (at, action, subject, detail)
      values (${t.clock.now().toISOString()}, 'billing.foreign_object', 'refund:re_1', '{}')`);
    for (const matter of await matters()) expect(matterShape.parse(matter)).toEqual(matter);
    const both = await Promise.allSettled([1, 2].map(() => settle('foreign_refund', 'refund:re_1')));
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await ofKind('foreign_refund')).toEqual([]);
  });

  it('may be more than is shown only of a kind with as many as are shown', () => {
    const many = (kind: MatterKind, length: number) => Array.from({ length }, () => ({ kind }));
    const found = [...many('difference', MATTERS_SHOWN), ...many('refund_failed', MATTERS_SHOWN - 1)];
    expect(kindsCutShort(found)).toEqual(['difference']);
    expect(kindsCutShort([])).toEqual([]);
  });
});
