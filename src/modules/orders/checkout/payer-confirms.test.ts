import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';

let shop: SeasonApp;
let roundTrip: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterAll(() => shop.close());
beforeEach(() => void (shop.context.mail.sent.length = 0));

let keys = 0;

async function anAskedFamily() {
  const buyer = await aBuyer(shop.app);
  const headers = {
    authorization: `Bearer ${buyer.tokens.access_token}`,
    'idempotency-key': `asked-${(keys += 1)}`,
  };
  const payload = {
    contract: aContract(buyer, roundTrip, 'HML-RT-S2'),
    payment: aCard(TEST_CARDS.asksToConfirm),
  };
  const press = async () => {
    const answer = await shop.app.inject({ method: 'POST', url: '/api/order', payload, headers });
    return { status: answer.statusCode, cache: answer.headers['cache-control'], ...answer.json() };
  };
  const asked = await press();
  const { order_id, client_secret } = asked.data;
  const answer = (is_confirmed: boolean) =>
    buyer.call('POST', '/sandbox/confirmation', { client_secret, is_confirmed });
  return { buyer, press, asked, order_id, client_secret, answer };
}

const rowsOf = async (order_id: number) =>
  (
    await shop.context.db.execute<{ status: string; state: string; code: string | null }>(
      sql`select orders.status, charge_attempts.state, charge_attempts.code from orders
        join payments on payments.order_id = orders.id and payment_number = 1
        join charge_attempts on charge_attempts.payment_id = payments.id where orders.id = ${order_id}`,
    )
  ).rows;
const seatsTaken = async () =>
  (
    await shop.context.db.execute<{ taken: number }>(
      sql`select seats_taken::int as taken from routes where id = ${roundTrip.route_id}`,
    )
  ).rows[0]?.taken;

async function letPass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 2) {
    shop.context.clock.advanceMs(2 * MINUTE_MS);
    await drainJobs(shop.context, ['billing.resolve', 'outbox.drain']);
  }
}
const mailsTo = (buyer: Buyer) => shop.context.mail.sent.filter(({ to }) => to.includes(buyer.email));

describe('a checkout whose bank wants its payer to confirm (check 23)', () => {
  /** @shows S16.7 */
  it('is answered with 402, the order and the secret, which is kept in no store', async () => {
    const { asked, order_id, client_secret, answer, press } = await anAskedFamily();
    expect([asked.status, asked.cache, asked.errors]).toEqual([
      402,
      'no-store',
      [expect.stringContaining('confirm this payment')],
    ]);
    expect(await rowsOf(order_id)).toEqual([{ status: 'pending_payment', state: 'action', code: null }]);
    const { rows } = await shop.context.db.execute(
      sql`select 1 from charge_attempts where to_jsonb(charge_attempts)::text like ${`%${client_secret}%`}`,
    );
    expect(rows).toEqual([]);
    await answer(false);
    await press();
  });

  /** @shows S16.7 */
  it('goes on when he has confirmed and the same request comes again: one order, paid once', async () => {
    const { press, answer, order_id } = await anAskedFamily();
    expect((await press()).data.order_id).toBe(order_id);
    expect((await answer(true)).status).toBe(200);
    const bought = await press();
    expect([bought.status, bought.items[0].id]).toEqual([200, order_id]);
    expect((await press()).items[0].id).toBe(order_id);
    expect(await rowsOf(order_id)).toEqual([{ status: 'active', state: 'succeeded', code: null }]);
  });

  /** @shows S16.7 */
  it('is refused when he has failed to, and its seat is free', async () => {
    const taken = await seatsTaken();
    const { press, answer, order_id } = await anAskedFamily();
    expect(await seatsTaken()).toBe(taken! + 1);
    await answer(false);
    const refused = await press();
    expect([refused.status, refused.errors.join()]).toEqual([
      402,
      expect.stringContaining('Nothing was charged'),
    ]);
    expect(await rowsOf(order_id)).toEqual([
      { status: 'payment_failed', state: 'declined', code: 'authentication_required' },
    ]);
    expect(await seatsTaken()).toBe(taken);
  });

  /** @shows S16.8 */
  it('is ended when he has not within half an hour: seat free, charge ended, and he is told', async () => {
    const taken = await seatsTaken();
    const { buyer, press, answer, order_id } = await anAskedFamily();
    await letPass(28);
    expect(await rowsOf(order_id)).toEqual([{ status: 'pending_payment', state: 'action', code: null }]);
    expect(await seatsTaken()).toBe(taken! + 1);
    await letPass(4);
    expect(await rowsOf(order_id)).toEqual([
      { status: 'payment_failed', state: 'declined', code: 'authentication_required' },
    ]);
    expect(await seatsTaken()).toBe(taken);
    expect((await answer(true)).status).toBe(404);
    expect((await press()).status).toBe(402);
    expect(
      mailsTo(buyer)
        .map(({ ref }) => ref)
        .join(),
    ).toContain('orders.not_charged.');
  });

  /** @shows S16.8 */
  it('that he has confirmed and then left is found paid', async () => {
    const { buyer, answer, order_id } = await anAskedFamily();
    await answer(true);
    await letPass(4);
    expect(await rowsOf(order_id)).toEqual([{ status: 'active', state: 'succeeded', code: null }]);
    expect(
      mailsTo(buyer)
        .map(({ subject }) => subject)
        .join(),
    ).toContain('transportation contract');
  });

  it('leaves the books whole', async () => {
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });
});
