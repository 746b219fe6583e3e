import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { send, sessionOf, type Answer } from '#tests/support/app/people.ts';
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
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';

let shop: SeasonApp;
let roundTrip: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterAll(() => shop.close());

const press = (buyer: Buyer, key: string, number?: string) =>
  checkOut(
    shop.app,
    buyer,
    { contract: aContract(buyer, roundTrip, 'HML-RT-S2'), payment: aCard(number) },
    key,
  );

function resume(buyer: Buyer, by: { key?: string; order_id?: number }): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${buyer.tokens.access_token}`,
    ...(by.key && { 'idempotency-key': by.key }),
  };
  return send(shop.app, {
    method: 'POST',
    url: '/order/resume',
    payload: { order_id: by.order_id ?? null },
    headers,
  });
}

async function countOf({ student_id }: Buyer) {
  const { rows } = await shop.context.db.execute(sql`select
    (select count(*)::int from orders where student_id = ${student_id}) as orders,
    (select count(*)::int from charge_attempts a join payments p on p.id = a.payment_id
      join orders o on o.id = p.order_id where o.student_id = ${student_id}) as attempts`);
  return rows[0];
}

async function resumeSoon(buyer: Buyer, key: string): Promise<Answer> {
  for (;;) {
    const answer = await resume(buyer, { key });
    if (answer.status !== 404) return answer;
  }
}

describe('a page that is loaded again while an order is being paid', () => {
  /** @shows MB15.1 MB15.4 */
  it('gets the answer of the press that is under way, by its key, and nothing is charged twice', async () => {
    const buyer = await aBuyer(shop.app);
    const [first, resumed] = await Promise.all([
      press(buyer, 'held-answer', TEST_CARDS.answerLostAfterCharge),
      resumeSoon(buyer, 'held-answer'),
    ]);
    expect([first.status, resumed.status]).toEqual([200, 200]);
    expect(resumed.items[0].id).toBe(first.items[0].id);
    expect(await resume(buyer, { key: 'held-answer' })).toEqual(first);
    expect(await countOf(buyer)).toEqual({ orders: 1, attempts: 1 });
  });

  /** @shows MB15.2 */
  it('is told the reason where the order was declined', async () => {
    const buyer = await aBuyer(shop.app);
    const first = await press(buyer, 'declined-answer', TEST_CARDS.declinesCharges);
    expect(first.status).toBe(402);
    expect(await resume(buyer, { key: 'declined-answer' })).toEqual(first);
    expect(await countOf(buyer)).toEqual({ orders: 1, attempts: 1 });
  });

  /** @shows MB15.3 */
  it('finds the order without the key too: the server names student, route and order', async () => {
    const buyer = await aBuyer(shop.app);
    const first = await press(buyer, 'lost-without-charge', TEST_CARDS.answerLostWithoutCharge);
    expect(first.status).toBe(503);
    const { items } = await buyer.call('GET', '/orders/unconfirmed');
    expect(items).toMatchObject([{ student_id: buyer.student_id, route_id: roundTrip.route_id }]);
    const { order_id } = items[0];
    expect(await resume(buyer, { order_id })).toEqual(first);
    for (let half = 0; half < 12; half++) {
      shop.context.clock.advanceMs(30 * 60_000);
      await drainJobs(shop.context, ['billing.resolve']);
    }
    const later = { ...buyer, ...(await sessionOf(shop.app, buyer)) };
    expect((await resume(later, { order_id })).status).toBe(402);
  });

  it('finds nothing by a key that never arrived, and no order of another family', async () => {
    const [buyer, other] = [await aBuyer(shop.app), await aBuyer(shop.app)];
    const { items } = await press(buyer, 'own-key');
    expect((await resume(buyer, { key: 'never-sent' })).status).toBe(404);
    expect((await resume(buyer, {})).status).toBe(404);
    expect((await resume(other, { order_id: items[0].id })).status).toBe(404);
    expect((await resume(other, { key: 'own-key' })).status).toBe(404);
  });
});
