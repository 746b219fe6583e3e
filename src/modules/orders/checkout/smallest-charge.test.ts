import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import {
  aBankAccount,
  aBuyer,
  aCard,
  aContract,
  aStudentOf,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';

const TOO_SMALL = 'The smallest amount that can be charged is $0.50.';
const TERM = 'HML-RT-S2';
const OF_TERM = { status: 422, errors: [TOO_SMALL], fields: { 'contract.payment_term_id': [TOO_SMALL] } };

let shop: SeasonApp;
let offer: Offer;
let buyer: Buyer;
beforeAll(async () => {
  shop = await openSeasonApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
beforeEach(async () => void (buyer = await aBuyer(shop.app)));
afterAll(() => shop.close());

type Prices = { deposit_cents?: number; amount_cents?: number };

const setTerm = ({ deposit_cents = 220_000, amount_cents = 215_000 }: Prices) =>
  shop.context.db.execute(sql`
    update payment_terms set deposit_cents = ${deposit_cents}, amount_cents = ${amount_cents}
    where identifier = ${TERM}`);
const byBank = () => ({ payment: aBankAccount(), user: { email: buyer.email, password: buyer.password } });
const contractOf = (changes: object = {}) => aContract(buyer, offer, TERM, changes);
const quote = (body: object) => buyer.call('POST', '/order/quote', body);
const order = (body: object) => checkOut(shop.app, buyer, body);
const said = ({ status, errors, fields }: Awaited<ReturnType<typeof order>>) => ({ status, errors, fields });

const written = async () =>
  (
    await shop.context.db.execute(sql`
      select (select count(*) from orders)::int as orders,
        (select seats_taken from routes where id = ${offer.route_id}) as seats_taken`)
  ).rows[0];

/** @shows MC1.1 */
describe('a payment of less than 50 cents', () => {
  it.each<[string, Prices]>([
    ['a deposit of 0.25', { deposit_cents: 25 }],
    ['a deposit of 0.49, which a card fee would lift to 0.50', { deposit_cents: 49 }],
    ['a later payment of 0.30', { amount_cents: 30 }],
  ])('is refused where it is priced and where it is signed: %s', async (_, prices) => {
    await setTerm(prices);
    const before = await written();
    const contract = contractOf();
    expect(said(await order({ contract, ...byBank() }))).toEqual(OF_TERM);
    expect(said(await order({ contract, payment: aCard() }))).toEqual(OF_TERM);
    expect(said(await quote({ contract }))).toEqual(OF_TERM);
    expect(await written()).toEqual(before);
    await setTerm({});
    const bought = await order({ contract, ...byBank() });
    expect(bought.status, 'and the family buys once the term costs more').toBe(200);
  });

  it('is refused where a discount leaves it', async () => {
    await setTerm({});
    const bought = await order({ contract: contractOf(), payment: aCard() });
    const { contract_number } = bought.items[0].order_detail.contract;
    const discount = (left: number | null) =>
      shop.context.db.execute(sql`
        update route_discounts set amount_flat_cents = ${left === null ? null : 220_000 - left}
        where route_id = ${offer.route_id}`);
    await discount(30);
    const student_id = await aStudentOf(buyer, { first_name: 'Ngozi' });
    const route_discounts = [{ id: offer.discount(), contract_number }];
    const contract = contractOf({ student_id, route_discounts });
    expect(said(await quote({ contract }))).toEqual(OF_TERM);
    expect(said(await order({ contract, ...byBank() }))).toEqual(OF_TERM);
    await discount(50);
    expect((await order({ contract, ...byBank() })).status, '50 cents are charged').toBe(200);
    await discount(null);
  });

  it('ends no purchase of another family that comes at the same moment', async () => {
    await setTerm({ deposit_cents: 25 });
    const small = buyer;
    const refused = Array.from({ length: 8 }, () =>
      checkOut(shop.app, small, { contract: contractOf(), ...byBank() }),
    );
    const others = await Promise.all(Array.from({ length: 8 }, () => aBuyer(shop.app)));
    const listed = others.map((other) => other.call('GET', '/student'));
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(Array(8).fill(422));
    expect((await Promise.all(listed)).map(({ items }) => items[0].id)).toEqual(
      others.map(({ student_id }) => student_id),
    );
    await setTerm({});
  });
});

describe('after all of this', () => {
  it('the books are whole', async () =>
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]));
});
