import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStripe, type SimulatedStripe } from '#tests/simulators/stripe/http.ts';
import { showLedger } from '#tests/simulation/processors/shown-ledger.ts';
import { CARDS, isServed, LOSES_ITS_ANSWER, type Enter } from '#tests/support/drill/buyers.ts';
import { openKilledShop, type KilledShop, type Victim } from '#tests/support/drill/killed-sale.ts';
import { inLane } from '#tests/support/lane.ts';
import { endpointOf, stripeSettings } from '#tests/support/portal/portal-on-stripe.ts';

const BOTH = 'the portal and its database server';
const VICTIMS = inLane<Victim[]>({
  short: ['the portal'],
  long: ['the portal', 'the portal', BOTH, 'the portal', 'the portal', BOTH],
});
const FAMILIES = inLane({ short: 30, long: 300 });

let stripe: SimulatedStripe;
let shop: KilledShop;
let clock: NodeJS.Timeout;
const world = () => stripe.simulator.world;

beforeAll(async () => {
  stripe = await startStripe({ now: new Date() });
  shop = await openKilledShop({
    env: { NODE_ENV: 'test', ...stripeSettings(stripe) },
    cards: CARDS,
    enter,
    show: (db) => showLedger(db, stripe.simulator),
  });
  world().events.deliverTo(endpointOf(shop.url));
  // Stripe's clock goes on, and what the portal did not take is delivered again.
  clock = setInterval(() => {
    world().clock.advanceTo(Math.floor(Date.now() / 1000));
    void stripe.simulator.afterAnswer();
  }, 500);
});
afterAll(async () => {
  clearInterval(clock);
  await shop.stop();
  await stripe.close();
});

/** Opens Stripe's fields and types the card, as a family's browser does. */
const enter: Enter = async (http, { card, student_id, token }) => {
  const { status, items } = await http.call({
    method: 'POST',
    path: '/accounting/payment-methods/entries',
    token,
    body: { kind: 'card', program_group_id: null },
    headers: { 'idempotency-key': `entry-${student_id}` },
  });
  if (status !== 200) return status;
  const { browser, faults } = stripe.simulator;
  const isLost = card === LOSES_ITS_ANSWER;
  // The SDK asks again by itself when its line is cut, so one lost answer takes two.
  if (isLost) faults.plan({ kind: 'drop_after', calls: 'POST /v1/payment_intents', times: 2 });
  const number = isLost ? '4242424242424242' : card;
  browser.confirmSetup(items[0].client_secret, { number }, { holder: { name: 'Adaeze Prepared' } });
  return { token: items[0].token };
};

const paidAtStripe = () =>
  world()
    .store.list('payment_intent')
    .filter(({ status }) => status === 'succeeded')
    .map(({ metadata }) => Number(metadata.order_id));

const isTaken = ({ status }: { status: string }) => status !== 'requires_payment_method';

/** @shows S24.12 */
it(
  'at Stripe every order that was answered is kept and charged once, whenever it is killed (check 13)',
  { timeout: 900_000 },
  async () => {
    const isLeaseOver = inLane({ short: true, long: false });
    const { buyers, faults } = await shop.play({ families: FAMILIES, victims: VICTIMS, isLeaseOver });
    expect(faults).toEqual([]);
    expect(buyers.filter(({ told }) => !told)).toEqual([]);
    expect(buyers.filter(isServed).length).toBeGreaterThan(FAMILIES / 2);
    stripe.simulator.expectNoFaults();

    await shop.withDatabase(async (db) => {
      const idsOf = async (text: ReturnType<typeof sql>) =>
        (await db.execute<{ id: string }>(text)).rows.map(({ id }) => id);
      const orders = (await idsOf(sql`select id from orders where status = 'active'`)).map(Number);
      const byNumber = (a: number, b: number) => a - b;
      expect(paidAtStripe().toSorted(byNumber)).toEqual(orders.toSorted(byNumber));
      expect(buyers.filter(isServed)).toHaveLength(orders.length);
      expect(world().store.list('payment_intent').filter(isTaken)).toHaveLength(orders.length);
      expect(world().store.list('refund')).toEqual([]);

      // Each event of a charge has come to the inbox, in spite of the kills, and was looked at.
      const told = world()
        .store.list('event')
        .filter(({ type }) => type === 'payment_intent.succeeded');
      const ids = JSON.stringify(told.map(({ id }) => id));
      const open = () =>
        idsOf(sql`select told.id from jsonb_array_elements_text(${ids}::jsonb) as told(id)
          where not exists (select 1 from processor_events e
            where e.id = told.id and e.processed_at is not null)`);
      await expect.poll(open, { timeout: 90_000, interval: 500 }).toEqual([]);
    });
  },
);
