import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { ensureMethod } from '#modules/billing/methods/save-method.service.ts';
import type { Processor } from '#platform/payments/processor.ts';
import { buildApp } from '#server/build-app.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import {
  aBuyer,
  aContract,
  anOffer,
  checkOut,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { attemptsOf, onDay } from '#tests/support/app/payment-days.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { createSeasonContext } from '#tests/support/app/test-context.ts';

/** In cents: the deposit of the demo's two payments, and the card fee of 3 %. */
const DEPOSIT = 220_000;
const FEE = 6_600;

let shop: SeasonApp;
let offer: Offer;
let rules: { processor: Processor };

beforeAll(async () => {
  const context = await createSeasonContext();
  const gateway = { ...context.billing.gateway, processor: 'stripe_test' as const };
  rules = gateway;
  context.billing = { ...context.billing, gateway };
  const app = await buildApp(context);
  shop = { context, app, close: async () => (await app.close(), context.close()) };
  offer = await anOffer(app, 'hm', 'hm-lower', 'Round trip');
});
afterAll(() => shop.close());
beforeEach(async () => {
  rules.processor = 'stripe_test';
  await settle(sql`card_fee_cap = default, card_fee_free_states = default, card_fee_notified_on = null`);
});

const settle = (settings: ReturnType<typeof sql>) =>
  shop.context.db.execute(sql`update company set ${settings}`);

async function aBuyerOf(billing_state: string | null): Promise<Buyer & { payment_method_id: number }> {
  const buyer = await aBuyer(shop.app);
  const [{ id: user_id }] = (await buyer.call('GET', '/user')).items;
  const { id } = await ensureMethod(shop.context.billing, {
    user_id,
    program_group_id: null,
    instrument: typedCard(TEST_CARDS.good),
    key: 'the card',
  });
  await shop.context.db.execute(
    sql`update payment_methods set billing_state = ${billing_state} where id = ${id}`,
  );
  return { ...buyer, payment_method_id: id };
}

const buys = (
  buyer: Buyer & { payment_method_id: number },
  priced_as?: string,
  contract = aContract(buyer, offer, 'HML-RT-S2'),
) => {
  const { payment_method_id } = buyer;
  return checkOut(shop.app, buyer, { contract, payment: { payment_method_id, priced_as } });
};

const charged = (order: any) => order.transactions.map(({ value }: any) => Math.round(value * 100));

/** @shows S5.6 */
describe('the card fee by the state of the card (check 36)', () => {
  it.each([
    ['NY', [DEPOSIT, FEE], 221_450],
    ['CO', [DEPOSIT, 4_400], 219_300],
    ['MA', [DEPOSIT], 215_000],
    ['PR', [DEPOSIT], 215_000],
    [null, [DEPOSIT], 215_000],
  ])('of %s', async (state, lines, later) => {
    const buyer = await aBuyerOf(state);
    const { status, items, errors } = await buys(buyer);
    expect([status, errors]).toEqual([200, []]);
    expect(charged(items[0])).toEqual(lines);
    const [{ planned }] = (await buyer.call('GET', `/order/${items[0].id}/charges-to-come`)).items;
    expect(planned.total_cents).toBe(later);
    await onDay(shop, items[0].payments[1].pay_on);
    expect((await attemptsOf(shop, items[0].id)).map(({ amount }) => amount)).toEqual([
      lines.reduce((sum, line) => sum + line, 0),
      later,
    ]);
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
    shop.context.clock.moveToDay(plainDate('2026-04-10'), 10);
  });

  it('is shown before a card is charged whose price was shown by another state', async () => {
    const buyer = await aBuyerOf('MA');
    const told = await buys(buyer, 'paymentTypeCreditCard');
    expect([told.status, told.errors]).toEqual([409, [expect.stringContaining('No card fee applies')]]);
    expect(told.items[0]).toMatchObject({ priced_as: 'card_at_0' });
    expect(told.items[0].by_card_cap['0']).toMatchObject({ surcharge_cents: 0, due_today_cents: DEPOSIT });
    expect((await buyer.call('GET', '/order')).items).toEqual([]);
    const bought = await buys(buyer, 'card_at_0');
    expect([bought.status, charged(bought.items[0])]).toEqual([200, [DEPOSIT]]);
  });

  it('tells a card of Colorado what it may be charged at most, and a card of New York its fee', async () => {
    const colorado = await buys(await aBuyerOf('CO'), 'paymentTypeCreditCard');
    expect([colorado.status, colorado.errors]).toEqual([409, [expect.stringContaining('at most 2%')]]);
    expect(colorado.items[0]).toMatchObject({ priced_as: 'card_at_2000' });
    const newYork = await buys(await aBuyerOf('NY'), 'card_at_0');
    expect([newYork.status, newYork.errors]).toEqual([409, [expect.stringContaining('credit card')]]);
  });

  it('is no matter of states in the sandbox, whose cards have none', async () => {
    rules.processor = 'sandbox';
    const { items } = await buys(await aBuyerOf('MA'), 'paymentTypeCreditCard');
    expect(charged(items[0])).toEqual([DEPOSIT, FEE]);
  });

  it('follows the lists of the company', async () => {
    await settle(sql`card_fee_free_states = '{NY}'`);
    const { items } = await buys(await aBuyerOf('NY'));
    expect(charged(items[0])).toEqual([DEPOSIT]);
  });
});

/** @shows S5.7 */
describe('the cap of the card fee (check 36)', () => {
  it.each(['sandbox', 'stripe_test'] as const)('lowers what a season asks for: %s', async (processor) => {
    rules.processor = processor;
    await settle(sql`card_fee_cap = 1250`);
    const { items } = await buys(await aBuyerOf('NY'));
    expect(charged(items[0])).toEqual([DEPOSIT, 2_750]);
  });

  it('stays for later payments what it was when they were signed, where the company raises it', async () => {
    await settle(sql`card_fee_cap = 1250`);
    const buyer = await aBuyerOf('NY');
    const { items } = await buys(buyer);
    await settle(sql`card_fee_cap = default`);
    const [{ planned }] = (await buyer.call('GET', `/order/${items[0].id}/charges-to-come`)).items;
    expect(planned.total_cents).toBe(217_688);
    await onDay(shop, items[0].payments[1].pay_on);
    const [, later] = await attemptsOf(shop, items[0].id);
    expect(later!.amount).toBe(planned.total_cents);
    shop.context.clock.moveToDay(plainDate('2026-04-10'), 10);
  });
});

/** @shows S5.9 */
describe('the card fee of live money (check 36)', () => {
  const today = () => shop.context.clock.today();

  it.each([
    ['nobody was told', null, [DEPOSIT]],
    ['they were told 29 days ago', -29, [DEPOSIT]],
    ['they were told 30 days ago', -30, [DEPOSIT, FEE]],
  ])('as long as %s', async (_told, days, lines) => {
    rules.processor = 'stripe_live';
    const told = days === null ? null : addDays(today(), days);
    await settle(sql`card_fee_notified_on = ${told}`);
    const buyer = await aBuyerOf('NY');
    const quote = await buyer.call('POST', '/order/quote', {
      contract: aContract(buyer, offer, 'HML-RT-S2'),
    });
    const byCard = quote.items[0].by_payment_type.paymentTypeCreditCard.due_today_cents;
    const { items } = await buys(buyer, 'paymentTypeCreditCard');
    expect(charged(items[0])).toEqual(lines);
    expect(byCard).toBe(lines.reduce((sum, line) => sum + line, 0));
  });

  it('is on a later payment once its day has come, as it was signed', async () => {
    rules.processor = 'stripe_live';
    await settle(sql`card_fee_notified_on = ${addDays(today(), -31)}`);
    const buyer = await aBuyerOf('NY');
    const { items } = await buys(buyer);
    await settle(sql`card_fee_notified_on = null`);
    const plannedTotal = async () =>
      (await buyer.call('GET', `/order/${items[0].id}/charges-to-come`)).items[0].planned.total_cents;
    expect(await plannedTotal()).toBe(215_000);
    await settle(sql`card_fee_notified_on = ${today()}`);
    expect(await plannedTotal()).toBe(221_450);
  });
});
