import { FAMILY } from '#kit/endpoint/right.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moneyOfOrders } from '#modules/billing/ledger/money-of-orders.service.ts';
import { sweepUnsettled } from '#modules/billing/processor-events/receive-events.service.ts';
import { processEvents } from '#modules/billing/processor-events/process-events.service.ts';

import { aPaidOrder, aRefund, refundStateOf } from '#tests/support/billing/refunds.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { existingRefund } from './refund-by-key.service.ts';
import { createRefund } from './refunds.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

async function refunded(card: string) {
  const order = await aPaidOrder(t.billing, typedCard(card));
  const request = aRefund(order);
  const { order_refund_id } = await createRefund(t.billing, request);
  return { ...order, order_refund_id, request };
}
const stateOf = (order: { order_id: number }) => refundStateOf(t, order.order_id);
const inDays = async (days: number) => {
  t.clock.advanceDays(days);
  await takeEvents(t.billing);
};
const mails = async (id: number) =>
  (
    await t.database.db.execute(sql`select 1 from outbox
      where kind = 'billing.refund_issued' and ref = ${String(id)}`)
  ).rows;
const linesOf = async ({ order_id }: { order_id: number }) =>
  (await moneyOfOrders(t.database.db, [order_id], FAMILY)).get(order_id)!;
const expectAllWell = async () => expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);

describe('a refund that the processor has accepted and not carried out', () => {
  /** @shows S14.9 */
  it('keeps its money reserved, tells nobody, and is done days later', async () => {
    const order = await refunded(TEST_CARDS.refundPending);
    expect(await stateOf(order)).toMatchObject({ states: ['pending'], back: 0, reserved: 280000 });
    expect(await mails(order.order_refund_id)).toEqual([]);
    expect(await existingRefund(t.database.db, order.request.request_key)).toEqual({ k: 'under_way' });
    expect((await linesOf(order)).transactions.some((line) => line.is_credit)).toBe(false);
    await expect(createRefund(t.billing, aRefund(order))).rejects.toMatchObject({
      kind: { code: 'refund_nothing_left' },
    });
    await inDays(6);
    expect(await stateOf(order)).toMatchObject({ states: ['succeeded'], back: 288400, reserved: 280000 });
    expect(await mails(order.order_refund_id)).toHaveLength(1);
    await expectAllWell();
  });

  /** @shows S14.9 */
  it('and then refuses frees what was reserved, and it can be given back another way', async () => {
    const order = await refunded(TEST_CARDS.refundPendingThenRefused);
    await inDays(6);
    expect(await stateOf(order)).toMatchObject({ states: ['failed'], back: 0, reserved: 0 });
    expect(await mails(order.order_refund_id)).toEqual([]);
    await createRefund(t.billing, aRefund(order, { way: 'check', reference: '1001' }));
    expect(await stateOf(order)).toMatchObject({ states: ['failed', 'succeeded'], reserved: 280000 });
    await expectAllWell();
  });

  /** @shows S14.9 */
  it('is read every night although no event tells of it', async () => {
    const order = await refunded(TEST_CARDS.refundPending);
    await takeEvents(t.billing);
    t.clock.advanceDays(6);
    await sweepUnsettled(t.billing);
    await processEvents(t.billing);
    expect(await stateOf(order)).toMatchObject({ states: ['succeeded'] });
  });
});

describe('a refund that comes back days after it was done', () => {
  /** @shows S14.10 */
  it('leaves the books again, frees what was reserved, calls a person and mails nobody', async () => {
    const order = await refunded(TEST_CARDS.refundComesBack);
    expect(await stateOf(order)).toMatchObject({ states: ['succeeded'], back: 288400, reserved: 280000 });
    const before = (await linesOf(order)).sums;
    await inDays(6);
    expect(await stateOf(order)).toMatchObject({ states: ['bounced'], back: 0, reserved: 0, paid: true });
    const { transactions, sums } = await linesOf(order);
    expect(transactions.slice(-2).map((line) => [line.is_credit, line.description, line.value])).toEqual([
      [false, 'Refund of payment 1 returned', 2800],
      [false, 'Refund of payment 1 returned', 84],
    ]);
    expect(Number(sums.totalCents) - Number(before.totalCents)).toBe(8400);
    expect(await mails(order.order_refund_id)).toHaveLength(1);
    const { rows } = await t.database.db.execute(sql`select detail from audit_log
      where action = 'billing.refund_came_back'`);
    expect(rows).toEqual([{ detail: { amount_cents: 288400, code: 'lost_or_stolen_card' } }]);
    await createRefund(t.billing, aRefund(order, { way: 'check', reference: '1002' }));
    await takeEvents(t.billing);
    expect(await stateOf(order)).toMatchObject({ states: ['bounced', 'succeeded'], reserved: 280000 });
    await expectAllWell();
  });

  /** @shows S14.10 */
  it('and of which we hear only then is booked both ways', async () => {
    const order = await aPaidOrder(t.billing, typedCard(TEST_CARDS.refundComesBack));
    const refund: typeof t.gateway.refund = async (request, key) => {
      await t.gateway.refund(request, key);
      throw new Error('connection reset');
    };
    const deaf = { ...t.billing, gateway: { ...t.gateway, refund } };
    await createRefund(deaf, aRefund(order));
    expect(await stateOf(order)).toMatchObject({ states: ['unknown'] });
    await inDays(6);
    expect(await stateOf(order)).toMatchObject({ states: ['bounced'], back: 0, reserved: 0 });
    await expectAllWell();
  });
});
