import { DAY_MS } from '#kit/durations.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
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
import { sessionOf } from '#tests/support/app/people.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';

let shop: SeasonApp;
let roundTrip: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterAll(() => shop.close());
beforeEach(() => void (shop.context.mail.sent.length = 0));

const press = (buyer: Buyer, number?: string) =>
  checkOut(shop.app, buyer, {
    contract: aContract(buyer, roundTrip, 'HML-RT-S2'),
    payment: aCard(number),
  });
const unconfirmedOf = async (buyer: Buyer) =>
  (await (await sessionOf(shop.app, buyer)).call('GET', '/orders/unconfirmed')).items;

async function resolve(): Promise<void> {
  for (let half = 0; half < 12; half++) {
    shop.context.clock.advanceMs(30 * 60_000);
    await drainJobs(shop.context, ['billing.resolve', 'outbox.drain']);
  }
}
const mailsTo = (buyer: Buyer) =>
  shop.context.mail.sent.filter(({ to }) => to.includes(buyer.email)).map(({ subject }) => subject);

describe('a checkout whose answer is lost', () => {
  /** @shows MB2.1 */
  it('and that was not charged ends with a mail, and is shown until then and after', async () => {
    const buyer = await aBuyer(shop.app);
    expect((await press(buyer, TEST_CARDS.answerLostWithoutCharge)).errors.join()).toContain(
      'we will email you',
    );
    expect(await unconfirmedOf(buyer)).toMatchObject([
      { state: 'pending', amount_cents: 226_600, method: { brand: 'Visa', ident: '****6611' } },
    ]);
    await resolve();
    expect(await unconfirmedOf(buyer)).toMatchObject([{ state: 'not_charged', amount_cents: 226_600 }]);
    const told = shop.context.mail.sent.filter(({ ref }) => ref.startsWith('orders.not_charged.'));
    expect(told.map(({ to }) => to)).toEqual([[buyer.email]]);
    expect(told[0]!.text).toContain('nothing was charged. No contract was created');
    expect(told[0]!.replyTo).toContain('@');
  });

  /** @shows MB2.2 */
  it('and that was charged ends with the confirmation, and is an order like any other', async () => {
    const buyer = await aBuyer(shop.app);
    await press(buyer, TEST_CARDS.answerLostAfterCharge);
    await resolve();
    expect(await unconfirmedOf(buyer)).toEqual([]);
    expect(mailsTo(buyer).join()).toContain('Your transportation contract');
    expect(mailsTo(buyer).join()).not.toContain('Nothing was charged');
  });

  it('is no longer shown once the contract is bought after all, nor after a month', async () => {
    const [buyer, other] = [await aBuyer(shop.app), await aBuyer(shop.app)];
    for (const each of [buyer, other]) await press(each, TEST_CARDS.answerLostWithoutCharge);
    await resolve();
    const back = { ...buyer, ...(await sessionOf(shop.app, buyer)) };
    expect((await press(back)).status).toBe(200);
    expect(await unconfirmedOf(buyer)).toEqual([]);
    expect(await unconfirmedOf(other)).toHaveLength(1);
    shop.context.clock.advanceMs(31 * DAY_MS);
    expect(await unconfirmedOf(other)).toEqual([]);
  });

  it('is shown to its own family alone', async () => {
    const [buyer, stranger] = [await aBuyer(shop.app), await aBuyer(shop.app)];
    await press(buyer, TEST_CARDS.answerLostWithoutCharge);
    expect(await unconfirmedOf(stranger)).toEqual([]);
  });
});

describe('a checkout that is declined at once', () => {
  it('is told on the screen alone', async () => {
    const buyer = await aBuyer(shop.app);
    expect((await press(buyer, TEST_CARDS.declinesCharges)).status).toBe(402);
    await drainJobs(shop.context, ['outbox.drain']);
    expect(await unconfirmedOf(buyer)).toEqual([]);
    expect(mailsTo(buyer).join()).not.toContain('Nothing was charged');
  });
});

describe('a mail that asks for an answer', () => {
  /** @shows MB18.1 */
  it('is answered to the customer service of the company, which people read', async () => {
    const buyer = await aBuyer(shop.app);
    await press(buyer);
    await drainJobs(shop.context, ['outbox.drain']);
    const { customer_service_email } = await getCompany(shop.context.db);
    const asking = shop.context.mail.sent.filter(({ text }) => text.includes('reply to this email'));
    expect(asking.length).toBeGreaterThan(0);
    for (const { replyTo } of asking) expect(replyTo).toBe(customer_service_email);
  });
});
