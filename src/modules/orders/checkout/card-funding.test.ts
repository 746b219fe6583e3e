import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { attemptsOf, onDay, onFourPayments } from '#tests/support/app/payment-days.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';

/** In cents: the deposit, and the 3 % fee of a credit card on the deposit (docs/domain/pricing.md). */
const DEPOSIT = 220_000;
const FEE = 6_600;

const kindOf = (number: string) => ({ ...aCard(number), ...typedCard(number) });

let shop: SeasonApp;
let roundTrip: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterAll(() => shop.close());

const buys = (buyer: Buyer, payment: object) =>
  checkOut(shop.app, buyer, { contract: aContract(buyer, roundTrip, 'HML-RT-S2'), payment });

const charged = (order: any) => order.transactions.map(({ value }: any) => Math.round(value * 100));

const savedCards = async (buyer: Buyer) =>
  (await buyer.call('GET', '/accounting/payment-methods/read/all')).items;

describe('the surcharge of cards', () => {
  /** @shows S5.1 */
  it.each([
    ['a credit card', TEST_CARDS.good, [DEPOSIT, FEE]],
    ['a debit card', TEST_CARDS.debit, [DEPOSIT]],
    ['a prepaid card', TEST_CARDS.prepaid, [DEPOSIT]],
    ['a card that the processor cannot tell', TEST_CARDS.fundingUnknown, [DEPOSIT]],
  ])('of %s', async (_kind, number, lines) => {
    const buyer = await aBuyer(shop.app);
    const { status, items, errors } = await buys(buyer, kindOf(number));
    expect([status, errors]).toEqual([200, []]);
    expect(charged(items[0])).toEqual(lines);
    const toCome = await buyer.call('GET', `/order/${items[0].id}/charges-to-come`);
    const total_cents = lines.includes(FEE) ? 221_450 : 215_000;
    expect(toCome.items).toMatchObject([{ planned: { total_cents } }]);
  });

  /** @shows S5.3 */
  it('is taken off before a debit card is charged whose price was shown with it', async () => {
    const buyer = await aBuyer(shop.app);
    const typed = kindOf(TEST_CARDS.debit);
    const told = await buys(buyer, { ...typed, priced_as: 'paymentTypeCreditCard' });
    expect([told.status, told.errors]).toEqual([409, [expect.stringContaining('debit card')]]);
    expect(told.items[0]).toMatchObject({ priced_as: 'debit_card', quote_hash: expect.any(String) });
    expect(told.items[0].by_payment_type.debit_card.due_today_cents).toBe(DEPOSIT);
    expect((await buyer.call('GET', '/order')).items).toEqual([]);

    const bought = await buys(buyer, { ...typed, priced_as: 'debit_card' });
    expect([bought.status, charged(bought.items[0])]).toEqual([200, [DEPOSIT]]);
    expect(await savedCards(buyer)).toMatchObject([{ brand: 'Visa', ident: '****5556', funding: 'debit' }]);
  });

  it('is shown before a credit card is charged whose price was shown without it', async () => {
    const buyer = await aBuyer(shop.app);
    const told = await buys(buyer, { ...kindOf(TEST_CARDS.good), priced_as: 'debit_card' });
    expect([told.status, told.errors]).toEqual([409, [expect.stringContaining('credit card')]]);
    expect(told.items[0]).toMatchObject({ priced_as: 'paymentTypeCreditCard' });
    const [{ id: payment_method_id, funding }] = await savedCards(buyer);
    expect(funding).toBe('credit');

    const bought = await buys(buyer, { payment_method_id, priced_as: 'paymentTypeCreditCard' });
    expect([bought.status, charged(bought.items[0])]).toEqual([200, [DEPOSIT, FEE]]);
  });

  /** @shows S5.4 */
  it('is on no later charge of a debit card', async () => {
    const family = await onFourPayments(shop, kindOf(TEST_CARDS.debit));
    for (const day of family.due.slice(1)) await onDay(shop, day);
    expect((await attemptsOf(shop, family.order_id)).map((one) => one.amount)).toEqual([
      120_000, 110_000, 110_000, 110_000,
    ]);
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
  });
});
