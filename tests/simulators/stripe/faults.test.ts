import { setTimeout } from 'node:timers/promises';
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { openWithoutLine, startWithGateway } from '#tests/support/billing/stripe-hands.ts';
import { AFTER, BEFORE, type FaultKind } from './faults.ts';
import { inProcess } from './http.ts';
import {
  accountForEachTest,
  aCustomer,
  clientWith,
  errorOf,
  pay,
  saved,
  sim,
  stripe,
} from './test-account.ts';

accountForEachTest();

const CARD = { number: '4242424242424242' };
const intents = () => sim().world.store.list('payment_intent');

async function aFamily() {
  const customer = await aCustomer();
  return { customer, method: await saved(customer, CARD) };
}

describe('bad luck on the line', () => {
  // The SDK sends a request again whose connection was closed; the second time is ours to see.
  const TIMES: Partial<Record<FaultKind, number>> = { drop_before: 2, drop_after: 2 };
  // What the SDK takes for a good answer: whatever names no error, also with another status.
  const ANSWERED = [
    'wrong_object',
    'wrong_amount',
    'other_mode',
    'list_200',
    'bare_400',
    'bare_402',
    'bare_404',
  ];

  const charged = async (kind: FaultKind) => {
    const { customer, method } = await aFamily();
    sim().faults.plan({ kind, calls: 'POST /v1/payment_intents', times: TIMES[kind] });
    const by = clientWith({ timeout: 300 });
    return pay(customer, method, { by, idempotencyKey: 'k' }).then(
      (intent) => ({ intent, again: () => pay(customer, method, { idempotencyKey: 'k' }) }),
      (error: Stripe.errors.StripeError) => ({
        error,
        again: () => pay(customer, method, { idempotencyKey: 'k' }),
      }),
    );
  };

  it.each(BEFORE)('%s leaves the call undone: the same key does it', async (kind) => {
    const outcome = await charged(kind);
    expect(outcome).toHaveProperty('error');
    expect(intents()).toEqual([]);
    expect((await outcome.again()).status).toBe('succeeded');
  });

  it.each(AFTER.filter((kind) => !['error_500_saved', 'altered', 'text_200'].includes(kind)))(
    '%s does the call once: the same key is told what became of it',
    async (kind) => {
      const outcome = await charged(kind);
      expect('intent' in outcome).toBe(ANSWERED.includes(kind));
      expect(intents()).toHaveLength(1);
      expect((await outcome.again()).id).toBe(intents()[0]!.id);
      expect(intents()).toHaveLength(1);
    },
  );

  it('may be a 500 that the same key is given again, although the call was done', async () => {
    const outcome = await charged('error_500_saved');
    expect(outcome).toHaveProperty('error');
    expect((await errorOf(outcome.again())).statusCode).toBe(500);
    expect(intents()).toHaveLength(1);
  });

  it('answers what is not the charge that was asked for', async () => {
    expect(await charged('wrong_amount')).toMatchObject({ intent: { amount: 10_001 } });
    sim().keys.forget();
    expect(await charged('other_mode')).toMatchObject({ intent: { livemode: true } });
    sim().keys.forget();
    expect(await charged('wrong_object')).toMatchObject({ intent: { object: 'thing' } });
  });

  it('answers in any other way that a test says', async () => {
    const { customer, method } = await aFamily();
    const alter = () => ({ status: 'dreaming', customer: 'cus_other' });
    sim().faults.plan({ kind: 'altered', alter, calls: 'POST /v1/payment_intents' });
    expect(await pay(customer, method)).toMatchObject({ status: 'dreaming', customer: 'cus_other' });
    sim().expectNoFaults();
  });

  it('lasts as often or as long as a test says, for the calls that it names', async () => {
    const until = sim().world.clock.now() + 1800;
    sim().faults.plan({ kind: 'error_503', until, calls: 'GET /v1/balance' });
    expect((await stripe().accounts.retrieveCurrent()).object).toBe('account');
    for (let at = 0; at < 3; at += 1)
      expect((await errorOf(stripe().balance.retrieve())).statusCode).toBe(503);
    sim().world.clock.advanceTo(until);
    expect((await stripe().balance.retrieve()).object).toBe('balance');
  });

  it('comes for each so-many-th of the calls that it names', async () => {
    for (const kind of ['rate_limit', 'lock_timeout'] as const)
      sim().faults.plan({ kind, calls: 'GET /v1/balance', every: 3, times: 2 });
    const codes: unknown[] = [];
    for (let at = 0; at < 10; at += 1) {
      await stripe().accounts.retrieveCurrent();
      codes.push(
        await stripe()
          .balance.retrieve()
          .then(
            ({ object }) => object,
            (error) => error.code,
          ),
      );
    }
    const [ok, busy, locked] = ['balance', 'rate_limit', 'lock_timeout'];
    expect(codes).toEqual([ok, ok, busy, locked, ok, busy, ok, locked, ok, ok]);
  });

  it('is a 429 for whoever asks more in a second than the account takes', async () => {
    sim().rate.limit = 4;
    const asked = Array.from({ length: 6 }, () =>
      stripe()
        .balance.retrieve()
        .catch((error) => error.statusCode),
    );
    expect((await Promise.all(asked)).filter((answer) => answer === 429)).toHaveLength(2);
    expect(sim().rate.mostInASecond('GET /v1/balance')).toBe(6);
    expect(sim().rate.mostInASecond('POST')).toBe(0);
    await setTimeout(1_001);
    expect((await stripe().balance.retrieve()).object).toBe('balance');
    expect(sim().rate.mostInASecond()).toBe(6);
  });
});

describe('the simulator', () => {
  it('refuses another key of the account', async () => {
    const client = new Stripe('sk_test_other', {
      httpClient: Stripe.createFetchHttpClient(inProcess(sim())),
    });
    expect((await errorOf(client.balance.retrieve())).statusCode).toBe(401);
  });

  it('can be called without a line', async () => {
    const httpClient = Stripe.createFetchHttpClient(inProcess(sim()));
    const client = new Stripe('sk_test_simulated', { httpClient, maxNetworkRetries: 0, telemetry: false });
    expect((await client.balance.retrieve()).object).toBe('balance');
    sim().faults.plan({ kind: 'drop_after' });
    expect((await errorOf(client.customers.create({}, { idempotencyKey: 'k' }))).type).toBe(
      'StripeConnectionError',
    );
    expect(sim().world.store.list('customer')).toHaveLength(1);
  });

  it.each([
    ['over HTTP', startWithGateway],
    ['without a line', openWithoutLine],
  ])('fails the test that closes it with a wrong request untaken, %s', async (_, start) => {
    const { simulated } = await start();
    const wrong = { verb: 'GET', path: '/v1/nothing', query: '', headers: {}, body: '' };
    await simulated.simulator.receive(wrong);
    await expect(simulated.close()).rejects.toThrow('Stripe-Version is');
  });
});
