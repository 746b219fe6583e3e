import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processEvents } from '#modules/billing/processor-events/process-events.service.ts';
import { inLane } from '#tests/support/lane.ts';
import { aRequest } from '#tests/support/billing/port-requests.ts';
import { enterAtStripe } from '#tests/support/billing/stripe-hands.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { deliverTo, openStripeApp, type StripeApp } from '#tests/support/app/stripe-app.ts';
import { chanceOf } from '#kit/seeded-chance.ts';

const DELIVERIES = inLane({ short: 1_000, long: 20_000 });
const OBJECTS = inLane({ short: 25, long: 200 });
/** of all deliveries, of an event that was delivered before */
const REPEATED = 0.3;

let shop: StripeApp;
beforeAll(async () => void (shop = await openStripeApp()));
afterAll(() => shop.close());

/** @shows S19.13 */
it('deliveries, many twice and in any order, are as many events as there were (check 22)', async () => {
  const { simulator } = shop.stripe;
  const { events, store } = simulator.world;
  events.plan = 'held';
  const { gateway } = shop.context.billing;
  const enter = enterAtStripe(shop.stripe);
  for (let nth = 0; nth < OBJECTS; nth++) {
    const request = await aRequest(gateway, typedCard(TEST_CARDS.good), enter);
    await gateway.charge(request, `charge-${request.attempt_id}`);
  }
  events.lose();
  const charges = store.list('payment_intent');
  const distinct = Math.round(DELIVERIES * (1 - REPEATED));
  for (let nth = 0; nth < distinct; nth++)
    events.emit('payment_intent.succeeded', charges[nth % charges.length]!);
  const ids = events.held().map(({ id }) => id);
  const chance = chanceOf(7);
  const all = [...events.held()];
  const repeated = Array.from({ length: DELIVERIES - distinct }, () => all[chance.upTo(all.length)]!);
  events.deliverTo(deliverTo(shop.app));
  const waiting = [...all, ...repeated];
  simulator.requests.length = 0;
  const deliverAll = async () => {
    while (waiting.length > 0) {
      const next = waiting.splice(chance.upTo(waiting.length), 1)[0]!;
      if ((await events.deliver(next)) !== 200) waiting.push(next);
    }
  };
  await Promise.all([deliverAll(), deliverAll(), deliverAll(), deliverAll()]);
  await Promise.all([processEvents(shop.context.billing), processEvents(shop.context.billing)]);
  const { rows } = await shop.context.db.execute<{ id: string; is_open: boolean }>(
    sql`select id, processed_at is null as is_open from processor_events`,
  );
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(rows.filter(({ is_open }) => is_open)).toEqual([]);
  const readings = Map.groupBy(
    simulator.requests.filter(({ path }) => path.startsWith('/v1/payment_intents/')),
    ({ path }) => path,
  );
  expect(readings.size).toBe(charges.length);
  expect(Math.max(...[...readings.values()].map((each) => each.length))).toBeLessThanOrEqual(2);
});
