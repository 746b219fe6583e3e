import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import {
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
import { anotherChild } from '#tests/support/database/another-child.ts';

const LOST_AFTER_CHARGE = '4000000000006603';
const LOST_WITHOUT_CHARGE = '4000000000006611';

let shop: SeasonApp;
let roundTrip: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterAll(() => shop.close());

const body = (buyer: Buyer, number?: string) => ({
  contract: aContract(buyer, roundTrip, 'HML-RT-S2'),
  payment: aCard(number),
});
const press = (buyer: Buyer, number?: string, key?: string) =>
  checkOut(shop.app, buyer, body(buyer, number), key);
const resolve = () => drainJobs(shop.context, ['billing.resolve']);

async function countOf(buyer: Buyer): Promise<{ charges: number; methods: number; orders: number }> {
  const { rows } = await shop.context.db.execute<{
    charges: number;
    methods: number;
    orders: number;
  }>(sql`select
    (select count(*)::int from sandbox.movements m
      join sandbox.charges c on c.ref = m.charge_ref join charge_attempts a on a.id = c.attempt_id
      join payments p on p.id = a.payment_id join orders o on o.id = p.order_id
      where o.student_id = ${buyer.student_id}) as charges,
    (select count(*)::int from payment_methods m join students s on s.user_id = m.user_id
      where s.id = ${buyer.student_id}) as methods,
    (select count(*)::int from orders where student_id = ${buyer.student_id}) as orders`);
  return rows[0]!;
}

describe('pressing Checkout twice', () => {
  it('at the same moment makes one order, one charge and one answer', async () => {
    const buyer = await aBuyer(shop.app);
    const answers = await Promise.all([press(buyer), press(buyer)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]).toEqual(answers[1]);
    expect(await countOf(buyer)).toEqual({ charges: 1, methods: 1, orders: 1 });
  });

  it('at the same moment with a key each makes one order all the same', async () => {
    const buyer = await aBuyer(shop.app);
    const answers = await Promise.all([1, 2, 3].map((n) => press(buyer, undefined, `press-number-${n}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ items }) => items[0].id)).size).toBe(1);
    expect(await countOf(buyer)).toEqual({ charges: 1, methods: 1, orders: 1 });
  });

  it('within a minute answers the first order again', async () => {
    const buyer = await aBuyer(shop.app);
    const first = await press(buyer);
    shop.context.clock.advanceMs(59_000);
    expect(await press(buyer)).toEqual(first);
    expect(await countOf(buyer)).toMatchObject({ charges: 1, orders: 1 });
  });

  it('with one key answers the first order however much later', async () => {
    const buyer = await aBuyer(shop.app);
    const first = await press(buyer, undefined, 'the-key-of-one-press');
    shop.context.clock.advanceMs(3_600_000);
    expect(await press(buyer, undefined, 'the-key-of-one-press')).toEqual(first);
  });

  it('with one key and another purchase is refused', async () => {
    const buyer = await aBuyer(shop.app);
    await press(buyer, undefined, 'a-key-used-twice');
    const sister = { ...buyer, student_id: await aStudentOf(buyer, { first_name: 'Ngozi' }) };
    const reused = await press(sister, undefined, 'a-key-used-twice');
    expect([reused.status, reused.errors]).toEqual([
      409,
      ['This request has already been used for another order.'],
    ]);
  });
});

describe('a lost answer', () => {
  it('after the charge ends as one charge and an active order', async () => {
    const buyer = await aBuyer(shop.app);
    const {
      status,
      items: [order],
    } = await press(buyer, LOST_AFTER_CHARGE);
    expect([status, order.is_active]).toEqual([200, true]);
    expect(await countOf(buyer)).toMatchObject({ charges: 1, orders: 1 });
  });

  it('without a charge asks not to pay again, keeps the seat, and ends with no charge or order', async () => {
    const buyer = await aBuyer(shop.app);
    const first = await press(buyer, LOST_WITHOUT_CHARGE);
    expect([first.status, first.errors]).toEqual([
      503,
      [expect.stringMatching(/^We are confirming your payment \(order \d+\)\. Please do not pay again/)],
    ]);
    expect((await buyer.call('GET', '/order')).items).toEqual([]);

    expect(await press(buyer, LOST_WITHOUT_CHARGE)).toEqual(first);
    // Another card is not charged in the meantime: the first charge may have succeeded.
    expect(await press(buyer)).toEqual(first);
    expect(await countOf(buyer)).toMatchObject({ charges: 0, orders: 1 });

    for (let hours = 0; hours < 26; hours += 1) {
      shop.context.clock.advanceMs(3_600_000);
      await resolve();
    }
    const { rows } = await shop.context.db.execute(
      sql`select status from orders where student_id = ${buyer.student_id}`,
    );
    expect(rows).toEqual([{ status: 'payment_failed' }]);
    expect(await countOf(buyer)).toMatchObject({ charges: 0 });
    const again = await aBuyer(shop.app);
    expect((await press(again)).status).toBe(200);
  });
});

describe('a route with three seats', () => {
  it('is sold to three of many buyers at once', async () => {
    const lateBus = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Late bus only');
    const buyers: Buyer[] = [];
    for (let n = 0; n < 64; n += 1) {
      // At most ten cards of a family may await an answer at once (H7).
      const family = n % 8 === 0 ? await aBuyer(shop.app) : buyers.at(-1)!;
      buyers.push({ ...family, student_id: await anotherChild(shop.context, family.student_id) });
    }
    const answers = await Promise.all(
      buyers.map((buyer) =>
        checkOut(shop.app, buyer, { contract: aContract(buyer, lateBus, 'EC-LB'), payment: aCard() }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, errors }) => `${status} ${errors.join()}`))).toEqual(
      new Set(['409 This route is full. Please choose another route.']),
    );
  }, 60_000);
});

describe('the books', () => {
  it('are in order after all of that', async () => {
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });
});
