import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aBankAccount,
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
import { send } from '#tests/support/app/people.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';

let shop: SeasonApp;
let roundTrip: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterAll(() => shop.close());

const press = (buyer: Buyer, payment: object) =>
  checkOut(shop.app, buyer, { contract: aContract(buyer, roundTrip, 'HML-RT-S2'), payment });
const saved = async (buyer: Buyer) =>
  (await buyer.call('GET', '/accounting/payment-methods/read/all')).items.map(({ ident, is_default }) => [
    ident,
    is_default,
  ]);

describe('a card that is declined at checkout', () => {
  /** @shows MB8.1 */
  it('is not kept, and the one that pays then is the default', async () => {
    const buyer = await aBuyer(shop.app);
    for (const number of [TEST_CARDS.declinesCharges, TEST_CARDS.processingError])
      expect((await press(buyer, aCard(number))).status).toBe(402);
    expect(await saved(buyer)).toEqual([]);
    expect((await press(buyer, aCard())).status).toBe(200);
    expect(await saved(buyer)).toEqual([['****4242', true]]);
  });

  /** @shows MB8.2 */
  it('is kept where the family has added it by itself', async () => {
    const buyer = await aBuyer(shop.app);
    const { cc } = aCard(TEST_CARDS.declinesCharges);
    const added = await buyer.call('POST', '/accounting/payment-methods/add', {
      cc: { ...cc, program_group_id: 'general' },
    });
    const [{ id }] = added.items;
    expect((await press(buyer, { payment_method_id: id })).status).toBe(402);
    expect(await saved(buyer)).toEqual([['****0341', true]]);
  });
});

describe('cards that can be saved and are declined when they are charged', () => {
  /** @shows H7.4 */
  it('count for the hour as those do that cannot be saved: ten, and the family waits', async () => {
    const buyer = await aBuyer(shop.app);
    for (let tries = 1; tries <= 10; tries++)
      expect((await press(buyer, aCard(TEST_CARDS.declinesCharges))).status).toBe(402);
    expect((await press(buyer, aCard())).status).toBe(429);
  });
});

describe('a card that is saved already', () => {
  /** @shows MB8.3 */
  it('is the same row when it is added or typed again, with what was typed last', async () => {
    const buyer = await aBuyer(shop.app);
    const { cc } = aCard();
    const add = (changes: object) =>
      buyer.call('POST', '/accounting/payment-methods/add', {
        cc: { ...cc, program_group_id: 'general', ...changes },
      });
    const [first] = (await add({})).items;
    const [again] = (await add({ exp_year: 2031 })).items;
    expect([again.id, again.exp_year]).toEqual([first.id, 2031]);
    expect((await press(buyer, aCard())).status).toBe(200);
    expect(await saved(buyer)).toEqual([['****4242', true]]);
    await add({ number: TEST_CARDS.mastercard, type: 'MasterCard' });
    expect((await saved(buyer)).map(([ident]) => ident)).toEqual(['****4444', '****4242']);
  });
});

describe('a bank account that is saved already', () => {
  /** @shows MB8.4 */
  it('is the same row when it is added or typed again, and its number is kept nowhere', async () => {
    const buyer = await aBuyer(shop.app);
    const { ach } = aBankAccount();
    const add = (press: string, changes: object = {}) =>
      send(shop.app, {
        method: 'POST',
        url: '/accounting/payment-methods/add',
        headers: { authorization: `Bearer ${buyer.tokens.access_token}`, 'idempotency-key': press },
        payload: { ach: { ...ach, program_group_id: 'general', ...changes } },
      });
    const [first] = (await add('first')).items;
    const [again] = (await add('again', { first_name: 'Ngozi' })).items;
    expect([again.id, again.name]).toEqual([first.id, 'Ngozi Okafor']);
    const bought = await checkOut(shop.app, buyer, {
      contract: aContract(buyer, roundTrip, 'HML-RT-S2'),
      payment: aBankAccount(),
      user: { email: buyer.email, password: buyer.password },
    });
    expect(bought.status).toBe(200);
    expect(await saved(buyer)).toEqual([['****6789', true]]);
    await add('another', { account_number: '000222222227' });
    expect((await saved(buyer)).map(([ident]) => ident)).toEqual(['****2227', '****6789']);
    const { rows } = await shop.context.db.execute(
      sql`select to_jsonb(m) ->> 'fingerprint' as mark from payment_methods m`,
    );
    expect(rows.filter(({ mark }) => /\d{5}/.test(String(mark)))).toEqual([]);
  });
});
