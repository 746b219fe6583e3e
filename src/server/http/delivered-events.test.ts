import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { processEvents } from '#modules/billing/processor-events/process-events.service.ts';
import { pollEvents } from '#modules/billing/processor-events/receive-events.service.ts';
import { buildApp } from '#server/build-app.ts';
import { aRequest } from '#tests/support/billing/port-requests.ts';
import { enterAtStripe } from '#tests/support/billing/stripe-hands.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { openSeasonApp } from '#tests/support/app/season-app.ts';
import { deliverTo, openStripeApp, type StripeApp } from '#tests/support/app/stripe-app.ts';
import { DELIVERIES_PATH } from './delivered-events.ts';

let shop: StripeApp;
beforeAll(async () => void (shop = await openStripeApp({ STRIPE_WEBHOOK_SECRETS: 'whsec_old,whsec_new' })));
afterAll(() => shop.close());

const world = () => shop.stripe.simulator.world;
const seconds = () => world().clock.now();

beforeEach(async () => {
  shop.context.clock.moveTo(new Date(seconds() * 1000));
  world().events.lose();
  world().events.secrets = ['whsec_old'];
  world().events.deliverTo(null);
  await shop.context.db.execute(sql`delete from processor_events`);
});

const written = async () =>
  (await shop.context.db.execute<{ id: string }>(sql`select id from processor_events order by id`)).rows.map(
    ({ id }) => id,
  );

/** A charge at Stripe, whose events nobody has been told of. */
async function charged(): Promise<void> {
  const { gateway } = shop.context.billing;
  const request = await aRequest(gateway, typedCard(TEST_CARDS.good), enterAtStripe(shop.stripe));
  await gateway.charge(request, `charge-${request.attempt_id}`);
}

/** The event that a charge has succeeded, as Stripe would send it. */
async function anEvent() {
  world().events.plan = 'held';
  await charged();
  const event = world()
    .events.held()
    .find(({ type }) => type === 'payment_intent.succeeded')!;
  world().events.lose();
  return event;
}

type Sender = { app?: FastifyInstance; from?: string };

const post = async (
  payload: string | Buffer,
  headers: Record<string, string> = {},
  { app = shop.app, from = '54.187.174.169' }: Sender = {},
) => {
  const answer = await app.inject({
    method: 'POST',
    url: DELIVERIES_PATH,
    remoteAddress: from,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    payload,
  });
  return [answer.statusCode, answer.body];
};

type Signing = Parameters<ReturnType<typeof world>['events']['signature']>[1];

/** @shows S19.7 */
describe('a delivery that Stripe has not signed', () => {
  const sign = (body: string, signing?: Signing) => ({
    'stripe-signature': world().events.signature(body, signing),
  });
  const FORGED: Record<string, (body: string) => [string, Record<string, string>]> = {
    'without a signature': (body) => [body, {}],
    'with an empty signature': (body) => [body, { 'stripe-signature': '' }],
    'with nonsense for one': (body) => [body, { 'stripe-signature': 't=1,v1=zz' }],
    'signed by another secret': (body) => [body, sign(body, { secrets: ['whsec_other'] })],
    'signed by a blank secret': (body) => [body, sign(body, { secrets: [''] })],
    'signed by the old scheme alone': (body) => [body, sign(body, { scheme: 'v0' })],
    'that is 301 seconds old': (body) => [body, sign(body, { at: seconds() - 301 })],
    'whose time was made newer': (body) => [
      body,
      {
        'stripe-signature': sign(body, { at: seconds() - 900 })['stripe-signature'].replace(
          /t=\d+/,
          `t=${seconds()}`,
        ),
      },
    ],
    'of which a byte was altered': (body) => [body.replace('succeeded', 'succeedee'), sign(body)],
    'that was written anew': (body) => [JSON.stringify(JSON.parse(body)), sign(body)],
    'whose signature is of another body': (body) => [body, sign('{}')],
    'without a body': (body) => ['', sign(body)],
  };

  it.each(Object.keys(FORGED))(
    '%s is answered 400 without a reason, and nothing is written (check 15)',
    async (name) => {
      const body = JSON.stringify(await anEvent(), null, 2);
      expect(await post(...FORGED[name]!(body))).toEqual([400, '']);
      expect(await written()).toEqual([]);
    },
  );

  it('nor is what is no JSON, or larger than half a megabyte', async () => {
    expect(await post('a=1', { 'content-type': 'application/x-www-form-urlencoded' })).toEqual([400, '']);
    expect(await post(`{"a":"${'x'.repeat(520_000)}"}`)).toEqual([400, '']);
  });

  /** @shows MH13.1 */
  describe('a hundred in a minute from one network', () => {
    const flood = async (from: string) => {
      const app = await buildApp(shop.context);
      const event = await anEvent();
      shop.context.clock.moveTo(new Date((Math.floor(seconds() / 60) + 1) * MINUTE_MS));
      for (let nth = 0; nth < 100; nth++) expect(await post('{}', {}, { app, from })).toEqual([400, '']);
      const at = () => shop.context.clock.now().getTime() / 1000;
      const body = JSON.stringify(event);
      const deliver = (by: string) => post(body, sign(body, { at: at() }), { app, from: by });
      return { app, event, deliver };
    };

    it('are refused before the body is read, until the minute ends', async () => {
      const { app, deliver } = await flood('203.0.113.7');
      expect(await deliver('203.0.113.7')).toEqual([429, '']);
      expect(await post('x'.repeat(520_000), {}, { app, from: '203.0.113.7' })).toEqual([429, '']);
      shop.context.clock.advanceMs(MINUTE_MS);
      expect(await deliver('203.0.113.7')).toEqual([200, '']);
      await app.close();
    });

    it('shut out nobody else: the processor delivers, also from an address beside', async () => {
      const { app, event, deliver } = await flood('203.0.113.7');
      expect(await deliver('54.187.174.169')).toEqual([200, '']);
      expect(await deliver('203.0.113.8')).toEqual([200, '']);
      expect(await written()).toEqual([event.id]);
      await app.close();
    });

    it('are one network where they come from a /64 of IPv6', async () => {
      const { app, deliver } = await flood('2001:db8:1:2::9');
      expect(await deliver('2001:db8:1:2:ffff::1')).toEqual([429, '']);
      expect(await deliver('2001:db8:1:3::1')).toEqual([200, '']);
      await app.close();
    });
  });
});

/** @shows S19.8 */
describe('a delivery is answered with 200', () => {
  it('when the event is committed: one that was not is sent again (check 16)', async () => {
    const event = await anEvent();
    world().events.deliverTo(deliverTo(shop.app));
    await shop.context.database.asOwner(
      `alter table processor_events add constraint away check (false) not valid`,
    );
    expect(await world().events.deliver(event)).toBe(503);
    await shop.context.database.asOwner(`alter table processor_events drop constraint away`);
    expect(await written()).toEqual([]);
    // Stripe sends again what was not taken.
    expect(await world().events.release()).toEqual([200]);
    expect(await written()).toEqual([event.id]);
  });

  it('also when the portal ended after the commit and the event comes twice', async () => {
    const event = await anEvent();
    const crashing = await buildApp({
      ...shop.context,
      billing: {
        ...shop.context.billing,
        crashPoint: (place) => {
          if (place === 'a delivered event received') throw new Error('the power is gone');
        },
      },
    });
    world().events.deliverTo(deliverTo(crashing));
    expect(await world().events.deliver(event)).toBe(503);
    world().events.deliverTo(deliverTo(shop.app));
    expect(await world().events.release()).toEqual([200]);
    expect(await written()).toEqual([event.id]);
    await crashing.close();
  });

  it('wakes the job that reads what it names, and does not wait for it', async () => {
    const asked: string[] = [];
    const waking = await buildApp({
      ...shop.context,
      triggerJob: (job) => new Promise(() => asked.push(job)),
    });
    world().events.deliverTo(deliverTo(waking));
    expect(await world().events.deliver(await anEvent())).toBe(200);
    expect(asked).toEqual(['billing.events']);
    await waking.close();
  });

  it('and nothing is written where it is not for us', async () => {
    const event = await anEvent();
    for (const odd of [
      { ...event, account: 'acct_other' },
      { ...event, livemode: true },
      { ...event, type: 'x.y' },
    ]) {
      const body = JSON.stringify(odd);
      expect(await post(body, { 'stripe-signature': world().events.signature(body) })).toEqual([200, '']);
    }
    expect(await written()).toEqual([]);
  });
});

/** @shows S19.9 */
it('no byte of a body but ids is kept, and its words are never believed', async () => {
  const event = await anEvent();
  const body = JSON.stringify({
    ...event,
    data: { object: { ...event.data.object, status: 'canceled', description: 'Wren Canary' } },
  });
  expect(await post(body, { 'stripe-signature': world().events.signature(body) })).toEqual([200, '']);
  const { rows } = await shop.context.db.execute(sql`select * from processor_events`);
  expect(rows).toMatchObject([{ id: event.id, object_kind: 'charge', source: 'webhook' }]);
  expect(JSON.stringify(rows)).not.toMatch(/canceled|Canary/);
});

/** @shows S19.10 */
it('while a secret is rolled no event is lost, whichever has signed it (check 21)', async () => {
  world().events.deliverTo(deliverTo(shop.app));
  const events = [await anEvent(), await anEvent(), await anEvent()];
  const signed = [['whsec_old'], ['whsec_old', 'whsec_new'], ['whsec_new']];
  for (const [nth, event] of events.entries())
    expect(await world().events.deliver(event, { secrets: signed[nth]! })).toBe(200);
  expect(await written()).toHaveLength(3);
});

/** @shows S19.11 */
it('three days without the endpoint are made up for by one reading of the list (check 18)', async () => {
  const { billing } = shop.context;
  const listed = () => world().events.listed();
  const before = new Set(listed().map(({ id }) => id));
  await pollEvents(billing);
  world().events.plan = 'after_answer';
  for (let day = 0; day < 3; day++) {
    await charged();
    await shop.advance(1);
  }
  const told = listed().filter(({ id, type }) => !before.has(id) && type === 'payment_intent.succeeded');
  expect(told).toHaveLength(3);
  await pollEvents(billing);
  expect(await written()).toEqual(expect.arrayContaining(told.map(({ id }) => id)));
  await processEvents(billing);
});

/** @shows S19.12 */
describe('the endpoint', () => {
  it('is there with Stripe and a secret alone', async () => {
    const sandbox = await openSeasonApp();
    const noSecret = await openStripeApp({ STRIPE_WEBHOOK_SECRETS: '' });
    for (const { app } of [sandbox, noSecret]) {
      const answer = await app.inject({ method: 'POST', url: DELIVERIES_PATH, payload: {} });
      expect(answer.statusCode).toBe(404);
    }
    await Promise.all([sandbox.close(), noSecret.close()]);
  });

  it('is no call of the API', async () => {
    const calls = (await shop.app.inject('/api/openapi.json')).json().paths;
    expect(Object.keys(calls).filter((path) => path.includes('webhook'))).toEqual([]);
  });

  it('writes nothing down for an account that is not the database’s', async () => {
    const event = await anEvent();
    const closed = await buildApp({
      ...shop.context,
      billing: { ...shop.context.billing, arePaymentsOpen: () => false },
    });
    world().events.deliverTo(deliverTo(closed));
    expect(await world().events.deliver(event)).toBe(503);
    expect(await written()).toEqual([]);
    await closed.close();
  });
});
