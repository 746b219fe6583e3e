import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { aPaidOrder, aRefund, dollars, refundStateOf } from '#tests/support/billing/refunds.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { crashAt } from '#tests/support/fakes/crash-at.ts';
import { existingRefund } from './refund-by-key.service.ts';
import { resolveRefunds } from './refund-conversation.service.ts';
import { refundsOfOrder } from './refunds-of-order.service.ts';
import { createRefund } from './refunds.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

const card = typedCard(TEST_CARDS.good);

async function heal(): Promise<void> {
  for (let hours = 0; hours < 3; hours++) {
    t.clock.advanceMs(3_600_001);
    await resolveRefunds(t.billing);
  }
}

describe('a refund that is cut off', () => {
  it('at any step goes back once, with or without the press that follows', async () => {
    for (let point = 1; ; point++) {
      const order = await aPaidOrder(t.billing, card);
      const asked = aRefund(order);
      const { crashPoint, passed } = crashAt(point);
      await createRefund({ ...t.billing, crashPoint }, asked).catch(() => undefined);
      expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
      if (point % 2 === 0) await createRefund(t.billing, asked);
      await heal();
      expect(await refundStateOf(t, order.order_id)).toMatchObject({ states: ['succeeded'], back: 288_400 });
      if (passed.length < point) break;
    }
  });

  it('at any step of the resolver goes back once', async () => {
    for (let point = 1; ; point++) {
      const order = await aPaidOrder(t.billing, card);
      await createRefund({ ...t.billing, crashPoint: crashAt(2).crashPoint }, aRefund(order)).catch(
        () => undefined,
      );
      const { crashPoint, passed } = crashAt(point);
      t.clock.advanceMs(3_600_001);
      await resolveRefunds({ ...t.billing, crashPoint }).catch(() => undefined);
      await heal();
      expect(await refundStateOf(t, order.order_id)).toMatchObject({ states: ['succeeded'], back: 288_400 });
      if (passed.length < point) break;
    }
  });

  it('before it is decided has not happened: nothing is set aside', async () => {
    const order = await aPaidOrder(t.billing, card);
    const asked = aRefund(order);
    const refused = createRefund(t.billing, asked, async () => Promise.reject(new Error('cut off')));
    await expect(refused).rejects.toThrow('cut off');
    expect(await existingRefund(t.database.db, asked.request_key)).toBeUndefined();
    expect(await refundStateOf(t, order.order_id)).toMatchObject({ states: [], back: 0, reserved: 0 });
  });
});

describe('a decision that is looked up by its key', () => {
  it('is not known before it is made', async () => {
    expect(await existingRefund(t.database.db, 'never-asked')).toBeUndefined();
  });

  it('is under way while a part of it awaits its answer', async () => {
    const order = await aPaidOrder(t.billing, card);
    const asked = aRefund(order);
    await createRefund({ ...t.billing, crashPoint: crashAt(2).crashPoint }, asked).catch(() => undefined);
    expect(await existingRefund(t.database.db, asked.request_key)).toEqual({ k: 'under_way' });
    await heal();
  });

  it('tells what went back, to the cent', async () => {
    const order = await aPaidOrder(t.billing, card);
    const asked = aRefund(order, { amount_cents: dollars(500) });
    await createRefund(t.billing, asked);
    expect(await existingRefund(t.database.db, asked.request_key)).toEqual({
      k: 'known',
      back_cents: 50_000,
      is_refused: false,
    });
  });

  it('that the processor refused gave nothing back', async () => {
    const order = await aPaidOrder(t.billing, typedCard(TEST_CARDS.refundRefused));
    const asked = aRefund(order);
    await createRefund(t.billing, asked);
    expect(await existingRefund(t.database.db, asked.request_key)).toEqual({
      k: 'known',
      back_cents: 0,
      is_refused: true,
    });
  });
});

describe('what staff see of an order’s refunds', () => {
  it('is what it took, by which card, before anything went back', async () => {
    const { order_id } = await aPaidOrder(t.billing, card);
    expect(await refundsOfOrder(t.billing, order_id)).toMatchObject({
      taken: [{ payment_number: 1, standing: 'arrived', method: 'Visa ****4242', principal_cents: 280_000 }],
      refunds: [],
    });
  });

  it('is each decision, the newest first, with why, by whom, and its parts', async () => {
    const order = await aPaidOrder(t.billing, card);
    await createRefund(t.billing, aRefund(order, { amount_cents: dollars(500), reason: 'half a month' }));
    await createRefund(
      t.billing,
      aRefund(order, { amount_cents: dollars(100), way: 'check', reference: '1042' }),
    );
    const { refunds } = await refundsOfOrder(t.billing, order.order_id);
    expect(refunds).toMatchObject([
      { amount_cents: 10_000, way: 'check', reference: '1042', parts: [{ method: null }] },
      {
        amount_cents: 50_000,
        way: 'processor',
        reason: 'half a month',
        approved_by: 'Ada Test',
        parts: [{ state: 'succeeded', method: 'Visa ****4242', needs_person: false }],
      },
    ]);
  });

  it('is nothing of another order', async () => {
    const [one, other] = [await aPaidOrder(t.billing, card), await aPaidOrder(t.billing, card)];
    await createRefund(t.billing, aRefund(one));
    expect((await refundsOfOrder(t.billing, other.order_id)).refunds).toEqual([]);
    expect(await refundsOfOrder(t.billing, 999_999)).toEqual({ taken: [], refunds: [] });
  });
});

describe('after all of this', () => {
  it('the books, the payments and the processor agree', async () => {
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });
});
