import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILY } from '#kit/endpoint/right.ts';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { listChargesToCome } from '#modules/billing/pay-now/charges-to-come.service.ts';
import { payNow } from '#modules/billing/pay-now/pay-now.service.ts';
import type { AnyChargeRequest, PaymentGateway } from '#platform/payments/gateway.ts';
import { anActiveOrder } from '#tests/support/billing/active-order.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { viewerOf } from '#tests/support/database/viewer-of.ts';
import { attemptRow, collect } from './charges.service.ts';
import { collectDue } from './collect-due.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

type Frozen = { return_url?: string; usage?: string };

const paramsOf = async (payment_id: number): Promise<Frozen> =>
  (
    await t.database.db.execute<{ params: Frozen }>(
      sql`select params from charge_attempts where payment_id = ${payment_id} order by id desc limit 1`,
    )
  ).rows[0]!.params;
const frozenOf = async (payment_id: number) => (await paramsOf(payment_id)).return_url;

describe('the request for a charge', () => {
  /** @shows MS3.1 */
  it('has the page for a payer at the screen, and keeps the page of its day', async () => {
    const { attempt_id, payment_id, order_id } = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
    const back = `https://ride.example/order/return?order=${order_id}&payment=${payment_id}`;
    expect(await frozenOf(payment_id)).toBe(back);
    const sent: AnyChargeRequest[] = [];
    const charge: PaymentGateway['charge'] = (request, key) => {
      sent.push(request);
      return t.gateway.charge(request, key);
    };
    const gateway = { ...t.gateway, charge };
    await collect({ ...t.billing, gateway, publicUrl: 'https://moved.example' }, attempt_id);
    expect(sent).toMatchObject([{ return_url: back }]);
  });

  /** @shows MS3.1 MS10.5 */
  it('has the page for Pay now, and none where nobody is at the screen', async () => {
    const [paid, left] = [await anActiveOrder(t), await anActiveOrder(t)];
    const { order_id, later_id, user_id } = paid;
    const viewer = viewerOf(user_id, FAMILY);
    const [charge] = await listChargesToCome(t.database.db, t.billing, { viewer, order_id });
    const { payment_method_id, total_cents } = charge!.ways[0]!;
    const command = { payment_method_id, total_cents, idempotency_key: 'press' };
    await payNow(t.billing, viewer, { order_id, payment_id: later_id, ...command });
    const back = `https://ride.example/order/return?order=${order_id}&payment=${later_id}`;
    expect(await frozenOf(later_id)).toBe(back);
    t.clock.moveToDay(plainDate('2027-08-01'), 10);
    await collectDue(t.billing);
    expect(await frozenOf(left.later_id)).toBeUndefined();
    expect((await paramsOf(later_id)).usage).toBeUndefined();
    expect((await paramsOf(left.later_id)).usage).toBe('installment');
  });

  /** @shows MS10.5 */
  it('is one of a plan by card alone, and for no fee and no difference of aid', async () => {
    const { method } = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
    const payment = {
      id: 2,
      order_id: 1,
      payment_number: 2,
      amount_cents: cents(215_000),
      congestion_fee_id: null,
      financial_aid_id: null,
    };
    const words = { descriptor: 'Round trip', statement: 'City Bus', surcharges: [], now: t.clock.now() };
    const key = { idem_key: 'charge-1', is_by_family: false, presence: 'away' } as const;
    const usageOf = (of: Partial<typeof payment | Record<string, number>>, kind = method.kind) =>
      attemptRow({ ...words, ...key, method: { ...method, kind }, payment: { ...payment, ...of } }).params;
    expect(usageOf({})).toMatchObject({ usage: 'installment' });
    for (const of of [{ payment_number: 1 }, { congestion_fee_id: 7 }, { financial_aid_id: 7 }])
      expect(usageOf(of)).not.toHaveProperty('usage');
    expect(usageOf({}, 'bank')).not.toHaveProperty('usage');
  });
});
