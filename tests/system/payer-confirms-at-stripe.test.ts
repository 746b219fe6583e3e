import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { claim, enter, openHostedApp, type HostedApp } from '#tests/support/app/hosted-app.ts';
import { send } from '#tests/support/app/people.ts';
import { aBuyer, aContract, anOffer, type Buyer, type Offer } from '#tests/support/app/season-app.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';

let shop: HostedApp;
let offer: Offer;
let school: number;

beforeAll(async () => {
  shop = await openHostedApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  school = (await send(shop.app, { method: 'GET', url: '/program_group_path/get/path/hm' })).items[0].id;
});
afterAll(() => shop.close());

const queried = async <Row extends object>(query: ReturnType<typeof sql>) =>
  (await shop.context.db.execute(query)).rows as Row[];

const seatsTaken = async () =>
  (
    await queried<{ n: number }>(sql`select seats_taken::int as n from routes where id = ${offer.route_id}`)
  )[0]!.n;

/** An order, its charge with us, and its payment at Stripe. */
async function stateOf(order_id: number) {
  const [row] = await queried<{ order: string; attempt: string; booked: number }>(
    sql`select orders.status as order, charge_attempts.state as attempt,
      (select count(*)::int from journal where order_id = orders.id) as booked from orders
      join payments on payments.order_id = orders.id and payment_number = 1
      join charge_attempts on charge_attempts.payment_id = payments.id where orders.id = ${order_id}`,
  );
  const at_stripe = shop.simulator.world.store
    .list('payment_intent')
    .filter(({ metadata }) => metadata['order_id'] === String(order_id))
    .map(({ status }) => status);
  return { ...row!, at_stripe };
}

const WAITS = { order: 'pending_payment', attempt: 'action', booked: 0, at_stripe: ['requires_action'] };
const IS_PAID = { order: 'active', attempt: 'succeeded', booked: 1, at_stripe: ['succeeded'] };
const IS_ENDED = { order: 'payment_failed', attempt: 'declined', booked: 0, at_stripe: ['canceled'] };

let keys = 0;

/** A family that presses Checkout with a card whose bank asks for its payer, however often, as one press. */
async function anAskedFamily() {
  const buyer = await aBuyer(shop.app);
  const { entry_id } = await enter(shop, buyer, { number: TEST_CARDS.asksToConfirm }, school);
  const [method] = (await claim(buyer, entry_id)).items;
  const headers = {
    authorization: `Bearer ${buyer.tokens.access_token}`,
    'idempotency-key': `asked-at-stripe-${(keys += 1)}`,
  };
  const contract = aContract(buyer, offer, 'HML-RT-S2');
  const payload = { contract, payment: { payment_method_id: method.id } };
  const press = async () => {
    const answer = await shop.app.inject({ method: 'POST', url: '/api/order', payload, headers });
    return { status: answer.statusCode, ...answer.json() };
  };
  const asked = await press();
  const { order_id, client_secret } = asked.data as { order_id: number; client_secret: string };
  const confirm = (how: 'good' | 'fails') => shop.simulator.browser.handleNextAction(client_secret, how);
  return { buyer, press, status: asked.status as number, order_id, confirm };
}

/** The jobs of a time in which nobody presses anything, with no event of Stripe's. */
async function letPass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 2) {
    shop.context.clock.advanceMs(2 * MINUTE_MS);
    shop.simulator.world.clock.advanceTo(Math.floor(shop.context.clock.now().getTime() / 1000));
    await drainJobs(shop.context, ['billing.resolve', 'outbox.drain']);
  }
}

const mailsTo = ({ email }: Buyer) =>
  shop.context.mail.sent.filter(({ to }) => to.includes(email)).map(({ ref }) => ref);

/** @shows S16.7 S16.8 */
describe('a checkout at Stripe whose bank wants its payer to confirm (check 23)', () => {
  it('is paid once when he has confirmed and the same request comes again', async () => {
    const taken = await seatsTaken();
    const { status, order_id, press, confirm } = await anAskedFamily();
    expect(status).toBe(402);
    expect((await press()).data.order_id).toBe(order_id);
    expect(await stateOf(order_id)).toEqual(WAITS);
    confirm('good');
    for (const bought of [await press(), await press()])
      expect([bought.status, bought.items[0].id]).toEqual([200, order_id]);
    expect(await stateOf(order_id)).toEqual(IS_PAID);
    expect(await seatsTaken()).toBe(taken + 1);
  });

  it('is refused when he has failed to: its seat is free, and nothing was charged', async () => {
    const taken = await seatsTaken();
    const { order_id, press, confirm } = await anAskedFamily();
    expect(await seatsTaken()).toBe(taken + 1);
    expect(confirm('fails').error).toBeDefined();
    const refused = await press();
    expect(refused.status).toBe(402);
    expect(refused.errors.join()).toContain('Nothing was charged');
    expect(await stateOf(order_id)).toEqual({ ...IS_ENDED, at_stripe: ['requires_payment_method'] });
    expect(await seatsTaken()).toBe(taken);
  });

  it('is ended after 30 minutes without him: seat free, PaymentIntent canceled, and he is told', async () => {
    const taken = await seatsTaken();
    const { buyer, order_id, press, confirm } = await anAskedFamily();
    await letPass(28);
    expect(await stateOf(order_id)).toEqual(WAITS);
    expect(await seatsTaken()).toBe(taken + 1);
    await letPass(4);
    expect(await stateOf(order_id)).toEqual(IS_ENDED);
    expect(await seatsTaken()).toBe(taken);
    expect(mailsTo(buyer)).toContain(`orders.not_charged.order-${order_id}`);
    // Whoever confirms now pays for nothing.
    confirm('good');
    expect((await press()).status).toBe(402);
    await letPass(4);
    expect(await stateOf(order_id)).toEqual(IS_ENDED);
  });

  it('that he has confirmed in the last minute and then left is found paid, not ended', async () => {
    const { buyer, order_id, confirm } = await anAskedFamily();
    await letPass(28);
    confirm('good');
    await letPass(4);
    expect(await stateOf(order_id)).toEqual(IS_PAID);
    expect(mailsTo(buyer)).not.toContain(`orders.not_charged.order-${order_id}`);
  });
});
