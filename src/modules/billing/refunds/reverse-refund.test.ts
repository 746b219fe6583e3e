import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { anActiveOrder, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { aRefund, dollars, refundStateOf } from '#tests/support/billing/refunds.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { AUDIT_TEXTS } from '#tests/support/database/audit-texts.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import { createRefund, type RefundCommand } from './refunds.service.ts';
import { reverseRefund, type ReversedRefund } from './reverse-refund.service.ts';

let t: TestBilling;
let staff: Viewer;
beforeAll(async () => {
  t = await createTestBilling();
  staff = await aColleague(t.database.db);
});
afterAll(() => t.close());
beforeEach(() => t.clock.moveTo('2026-04-10T14:00:00Z'));

const refundOf = async (order: ActiveOrder, changes: Partial<RefundCommand> = {}) => {
  const byCheck = { way: 'check', reference: '77', amount_cents: dollars(500), ...changes } as const;
  return (await createRefund(t.billing, aRefund(order, byCheck))).order_refund_id;
};
const reverse = (
  { order_id }: ActiveOrder,
  order_refund_id: number,
  why: ReversedRefund['why'] = 'never_cashed',
) =>
  t.database.db.transaction((tx) =>
    reverseRefund(tx, t.billing, staff, { order_id, order_refund_id, why, reason: 'It came back by mail' }),
  );
const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof Refusal ? error.kind.code : String(error)),
  );
const accountsOf = async ({ order_id }: ActiveOrder) => {
  const { rows } = await t.database.db.execute(
    sql`select account, sum(amount_cents)::int as cents from postings p join journal j on j.id = p.journal_id
      where j.order_id = ${order_id} and account in ('checks', 'driver_fund') group by 1`,
  );
  return rows;
};
const mailsOf = async (order_refund_id: number) => {
  const { rows } = await t.database.db.execute(sql`select payload from outbox
    where kind = 'billing.refund_reversed' and ref = ${String(order_refund_id)}`);
  return rows;
};
const mattersOf = async ({ order_id }: ActiveOrder) =>
  (await listMatters(t.database.db, t.clock))
    .filter(({ payment }) => payment?.order_id === order_id)
    .map(({ kind, amount_cents }) => [kind, amount_cents]);

/** @shows MC9.3 */
describe('a refund by check that nobody cashed', () => {
  it('is taken back in both books, may be given again, and is a payment issue until then', async () => {
    const order = await anActiveOrder(t);
    const refund_id = await refundOf(order);
    await reverse(order, refund_id);
    expect(await refundStateOf(t, order.order_id)).toMatchObject({
      states: ['bounced'],
      reserved: 0,
      paid: true,
    });
    expect(await accountsOf(order)).toEqual([{ account: 'checks', cents: 0 }]);
    expect(await mattersOf(order)).toEqual([['refund_came_back', 50_000]]);
    await refundOf(order, { reference: '78', amount_cents: dollars(2800) });
    expect(await refundStateOf(t, order.order_id)).toMatchObject({ states: ['bounced', 'succeeded'] });
  });

  it('is told to the family, without the reason that staff wrote', async () => {
    const order = await anActiveOrder(t);
    const refund_id = await refundOf(order);
    await reverse(order, refund_id);
    expect(await mailsOf(refund_id)).toEqual([
      { payload: { order_refund_id: refund_id, why: 'never_cashed' } },
    ]);
    const { rows } = await t.database.db.execute(sql`select ${AUDIT_TEXTS} as texts from audit_log
      where action = 'order.refund_reverse' and subject = ${`order:${order.order_id}`}`);
    expect(rows).toEqual([{ texts: { reason: 'It came back by mail' } }]);
  });
});

/** @shows MC9.3 */
describe('a refund that staff entered by mistake', () => {
  it('is taken back, to the driver fund too, and nobody has to do anything more', async () => {
    const order = await anActiveOrder(t);
    const refund_id = await refundOf(order, { way: 'driver_fund', reference: null });
    await reverse(order, refund_id, 'entered_by_mistake');
    expect(await accountsOf(order)).toEqual([{ account: 'driver_fund', cents: 0 }]);
    expect(await mattersOf(order)).toEqual([]);
  });

  it('with a wrong check number is entered again with the right one', async () => {
    const order = await anActiveOrder(t);
    await reverse(order, await refundOf(order), 'entered_by_mistake');
    await refundOf(order, { reference: '770' });
    const { rows } = await t.database.db.execute(sql`select coalesce(line, description) as description
      from transactions left join transaction_words on transaction_id = id
      where order_id = ${order.order_id} and is_adjustment order by id`);
    expect(rows.map(({ description }) => description)).toEqual([
      'Refund of payment 1 by check 77',
      'Taken back: Refund of payment 1 by check 77',
      'Refund of payment 1 by check 770',
    ]);
  });
});

/** @shows MC9.3 */
describe('a refund', () => {
  it('through the processor stays what the processor says', async () => {
    const order = await anActiveOrder(t);
    const refund_id = await refundOf(order, { way: 'processor', reference: null });
    expect(await codeOf(reverse(order, refund_id, 'entered_by_mistake'))).toBe('refund_not_by_hand');
  });

  it('is taken back once, under its own order, and only a check remains uncashed', async () => {
    const [order, other] = [await anActiveOrder(t), await anActiveOrder(t)];
    const refund_id = await refundOf(order);
    expect(await codeOf(reverse(other, refund_id))).toBe('refund_not_found');
    const given = await refundOf(other, { way: 'driver_fund', reference: null });
    expect(await codeOf(reverse(other, given))).toBe('only_checks_are_cashed');
    const both = await Promise.all([codeOf(reverse(order, refund_id)), codeOf(reverse(order, refund_id))]);
    expect(both.toSorted()).toEqual(['nothing was refused', 'refund_taken_back']);
  });

  it('that was taken back leaves the books whole', async () => {
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });
});
