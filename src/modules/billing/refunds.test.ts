import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../../tests/support/money-invariants.ts';
import { aPaidOrder, aRefund, dollars, standingOf } from '../../../tests/support/refunds.ts';
import { createTestBilling, type TestBilling } from '../../../tests/support/test-billing.ts';
import { TEST_CARDS, typedCard } from '../../../tests/support/test-instruments.ts';
import { applyBankNews } from './bank-news.service.ts';
import { refundOrder } from './refunds.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

const card = typedCard(TEST_CARDS.good);

async function linesOf(order_id: number): Promise<string[]> {
  const { rows } = await t.database.db.execute<{ line: string }>(sql`select (case when is_credit then '-' else '+' end) || value_cents || ' ' || description as line
    from transactions where order_id = ${order_id} order by id`);
  return rows.map(({ line }) => line);
}

describe('money that goes back', () => {
  it('goes to the card with the fee when it is everything, and the payment stays paid', async () => {
    const order = await aPaidOrder(t.billing, card);
    await refundOrder(t.billing, aRefund(order));
    expect(await standingOf(t, order.order_id)).toEqual({ states: ['succeeded'], back: 288400, reserved: 280000, status: 'paid', paid: true });
    expect((await linesOf(order.order_id)).slice(2)).toEqual(['-280000 Refund of payment 1', '-8400 Card fee of payment 1 refunded']);
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });

  it('is principal alone when it is a part, until the last of it takes the fee along', async () => {
    const order = await aPaidOrder(t.billing, card);
    await refundOrder(t.billing, aRefund(order, { amount_cents: dollars(1000) }));
    expect(await standingOf(t, order.order_id)).toMatchObject({ back: 100000, reserved: 100000 });
    await refundOrder(t.billing, aRefund(order));
    expect(await standingOf(t, order.order_id)).toMatchObject({ states: ['succeeded', 'succeeded'], back: 288400, reserved: 280000 });
    await expect(refundOrder(t.billing, aRefund(order))).rejects.toMatchObject({ kind: { code: 'refund_nothing_left' } });
  });
});

describe('after all of this', () => {
  it('the books, the payments and the processor agree', async () => {
    t.clock.advanceDays(6);
    await applyBankNews(t.billing);
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });
});
