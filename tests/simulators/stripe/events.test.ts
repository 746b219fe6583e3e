import { describe, expect, it } from 'vitest';
import type { StripeEvent } from './events.ts';
import { accountForEachTest, aCustomer, paidBy, pay, saved, sim, stripe } from './test-account.ts';

accountForEachTest();

const SECRET = 'whsec_simulated';
const CARD = { number: '4242424242424242' };
const events = () => sim().world.events;

/** An endpoint that remembers what it was told, and reads it as the SDK does. */
function endpoint(secret = SECRET) {
  const told: { type: string; id: string; body: string }[] = [];
  const refused: string[] = [];
  events().deliverTo(async (body, headers) => {
    try {
      const now = sim().world.clock.now() * 1000;
      const header = headers['stripe-signature'] ?? '';
      const event = stripe().webhooks.constructEvent(body, header, secret, 300, undefined, now);
      told.push({ type: event.type, id: event.id, body });
      return 200;
    } catch (error) {
      refused.push((error as Error).constructor.name);
      return 400;
    }
  });
  return { told, refused, types: () => told.map(({ type }) => type) };
}

describe('an event', () => {
  it('is signed so that the SDK takes it', async () => {
    const { told, refused, types } = endpoint();
    await paidBy(CARD);
    expect(refused).toEqual([]);
    expect(types()).toEqual([
      'customer.created',
      'setup_intent.created',
      'payment_method.attached',
      'setup_intent.succeeded',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
    expect((await stripe().events.list({ limit: 100 })).data.map(({ id }) => id)).toEqual(
      told.map(({ id }) => id).toReversed(),
    );
  });

  it('is refused when it was forged, altered, signed by an old secret or sent again too late', async () => {
    events().plan = 'held';
    await aCustomer();
    const [event] = events().held() as [StripeEvent];
    const { told, refused } = endpoint();
    const body = JSON.stringify(event);
    const signed = (signing?: object) => ({ 'stripe-signature': events().signature(body, signing) });
    const now = sim().world.clock.now();
    expect(await events().post(body, {})).toBe(400);
    expect(await events().post(body, signed({ secrets: ['whsec_other'] }))).toBe(400);
    expect(await events().post(body, signed({ scheme: 'v0' }))).toBe(400);
    expect(await events().post(body, signed({ at: now - 301 }))).toBe(400);
    expect(await events().post(body.replace('customer', 'customes'), signed())).toBe(400);
    expect(await events().post(`${body}\n`, signed())).toBe(400);
    expect(refused).toHaveLength(6);
    expect(await events().post(body, signed({ at: now - 299 }))).toBe(200);
    expect(await events().post(body, signed({ secrets: ['whsec_new', SECRET] }))).toBe(200);
    expect(told).toHaveLength(2);
  });

  it('comes before the answer of the call that made it, or after', async () => {
    const { types } = endpoint();
    const customer = await aCustomer();
    const method = await saved(customer, CARD);
    events().plan = 'before_answer';
    const seen = pay(customer, method).then(() => types().at(-1));
    expect(await seen).toBe('payment_intent.succeeded');
    events().plan = 'held';
    await pay(customer, method);
    expect(types().filter((type) => type === 'payment_intent.succeeded')).toHaveLength(1);
  });

  it('comes twice, backwards, in any order or never, as a test says', async () => {
    events().plan = 'held';
    const { types } = endpoint();
    const order = async (act: () => Promise<unknown>) => {
      await paidBy(CARD);
      const made = events()
        .held()
        .map(({ type }) => type);
      const before = types().length;
      await act();
      return { made, told: types().slice(before) };
    };
    const twice = await order(() => events().release('as_made', 2));
    expect(twice.told).toEqual(twice.made.flatMap((one) => [one, one]));
    const backwards = await order(() => events().release('reversed'));
    expect(backwards.told).toEqual(backwards.made.toReversed());
    const shuffled = await order(() => events().release({ shuffledBy: 7 }));
    expect(shuffled.told).not.toEqual(shuffled.made);
    expect(shuffled.told.toSorted()).toEqual(shuffled.made.toSorted());
    const atOnce = await order(() => events().release('all_at_once', 10));
    expect(atOnce.told).toHaveLength(10 * atOnce.made.length);
    const lost = await order(async () => events().lose());
    expect(lost.told).toEqual([]);
  });

  it('comes again until the endpoint takes it', async () => {
    const statuses = [500, 200];
    events().deliverTo(async () => statuses.shift() ?? 200);
    await aCustomer();
    expect(events().held()).toHaveLength(1);
    await sim().advance(1);
    expect(events().held()).toEqual([]);
  });

  it('is gone from the list after 30 days', async () => {
    await aCustomer();
    await sim().advance(30);
    expect((await stripe().events.list()).data).toHaveLength(1);
    await sim().advance(1);
    expect((await stripe().events.list()).data).toEqual([]);
  });

  it('that Stripe does not know cannot be made', () => {
    expect(() => events().emit('charge.lost', { id: 'ch_1', object: 'charge' })).toThrow('charge.lost');
    expect(() => events().emit('charge.succeeded', { id: 'ch_1', object: 'charge' })).toThrow('amount');
  });
});
