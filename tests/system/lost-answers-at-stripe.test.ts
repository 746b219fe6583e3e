import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultKind } from '#tests/simulators/stripe/faults.ts';
import { claim, enter, openHostedApp, type HostedApp } from '#tests/support/app/hosted-app.ts';
import { send } from '#tests/support/app/people.ts';
import { aBuyer, aContract, anOffer, checkOut, type Offer } from '#tests/support/app/season-app.ts';
import { inLane } from '#tests/support/lane.ts';

/** Of the checks; the short lane plays a share of them. */
const CHECKOUTS = inLane({ short: 20, long: 500 });
const CALL = 'POST /v1/payment_intents';
// The SDK asks again by itself when its line is cut, so one lost answer takes two.
const LOST = 2;
// Most of a checkout without an answer is waiting.
const AT_ONCE = 20;

let shop: HostedApp;
let offer: Offer;
let school: number;

beforeAll(async () => {
  shop = await openHostedApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  school = (await send(shop.app, { method: 'GET', url: '/program_group_path/get/path/hm' })).items[0].id;
});
afterEach(() => shop.simulator.faults.clear());
afterAll(() => shop.close());

const intents = () => shop.simulator.world.store.list('payment_intent');
const sent = () => shop.simulator.requests.filter(({ verb, path }) => `${verb} ${path}` === CALL);

/** A new family enters its card at Stripe and presses Checkout once. @returns the status of the answer */
async function aCheckout(): Promise<number> {
  const family = await aBuyer(shop.app);
  const { entry_id } = await enter(shop, family, { number: '4242424242424242' }, school);
  const [method] = (await claim(family, entry_id)).items;
  const contract = aContract(family, offer, 'HML-RT-S2');
  return (await checkOut(shop.app, family, { contract, payment: { payment_method_id: method.id } })).status;
}

/** Some at a time, until all are through. @returns how many had each answer */
async function checkouts(count: number): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  let begun = 0;
  const buying = async () => {
    while (begun < count) {
      begun += 1;
      const status = await aCheckout();
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, buying));
  return counts;
}

/** What the portal has by now. */
async function booked() {
  const { rows } = await shop.context.database.pool.query(`select
    (select count(*)::int from orders where status = 'active') as active_orders,
    (select count(*)::int from orders where status <> 'active') as other_orders,
    (select count(*)::int from charge_attempts where state = 'succeeded') as charges,
    (select count(*)::int from charge_attempts where state <> 'succeeded') as other_attempts,
    (select count(*)::int from journal where kind = 'charge') as booked`);
  return rows[0];
}

/** @shows S21.1 */
describe('the first call of every checkout at Stripe is lost', () => {
  let bought = 0;

  it.each<[string, FaultKind]>([
    ['after its effect (check 7)', 'drop_after'],
    ['before its effect (check 8)', 'drop_before'],
  ])('%s: each order is charged once, and none is declined', { timeout: 900_000 }, async (_when, kind) => {
    const calls = sent().length;
    shop.simulator.faults.plan({ kind, calls: CALL, timesEachKey: LOST });
    expect(await checkouts(CHECKOUTS)).toEqual({ 200: CHECKOUTS });
    bought += CHECKOUTS;
    expect(sent().length - calls, 'each was sent until it was answered').toBe(CHECKOUTS * (LOST + 1));
    expect(intents().map(({ status }) => status)).toEqual(Array.from({ length: bought }, () => 'succeeded'));
    const found = { active_orders: bought, charges: bought, booked: bought };
    expect(await booked()).toEqual({ ...found, other_orders: 0, other_attempts: 0 });
    shop.simulator.expectNoFaults();
  });

  /** @shows S21.2 */
  it('an error that Stripe keeps is asked for four times more at most, and declines nothing', async () => {
    const [before, calls] = [intents().length, sent().length];
    shop.simulator.faults.plan({ kind: 'error_500_saved', calls: CALL });
    expect(await aCheckout()).toBe(503);
    expect(intents().length - before).toBe(1);
    expect(sent().length - calls).toBeLessThanOrEqual(1 + 4);
    expect(await booked()).toMatchObject({ other_orders: 1, other_attempts: 1 });
    const { rows } = await shop.context.database.pool.query(
      `select state from charge_attempts where state <> 'succeeded'`,
    );
    expect(rows).toEqual([{ state: 'unknown' }]);
  });
});
