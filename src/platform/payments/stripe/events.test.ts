import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '#kit/secret.ts';
import { silentLog } from '#platform/log/log.ts';
import type { StripeEvent } from '#tests/simulators/stripe/events.ts';
import { ODD_EVENTS } from '#tests/simulators/stripe/outside.ts';
import { aRequest, eventsOf } from '#tests/support/billing/port-requests.ts';
import {
  enterAtStripe,
  openOver,
  type OpenStripe,
  startWithGateway,
} from '#tests/support/billing/stripe-hands.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { BadSignature } from './events.ts';
import { openStripeGateway } from './open-stripe.ts';

let open: OpenStripe;
let paid: StripeEvent;
beforeEach(async () => {
  open = await startWithGateway();
  const request = await aRequest(open.gateway, typedCard(TEST_CARDS.good), enterAtStripe(open.simulated));
  await open.gateway.charge(request, 'charge');
  paid = log()
    .listed()
    .find(({ type }) => type === 'payment_intent.succeeded')!;
});
afterEach(() => open.simulated.close());

const log = () => open.simulated.simulator.world.events;
const seconds = () => open.simulated.simulator.world.clock.now();
type Signing = Parameters<ReturnType<typeof log>['signature']>[1];
const read = (body: string, signing?: Signing, sent = body) =>
  open.gateway.parseEvent({
    raw: Buffer.from(sent),
    signature: log().signature(body, signing),
    now: new Date(seconds() * 1000),
  });

describe('a delivered event', () => {
  /** @shows S14.17 */
  it('names what has changed, whichever of our secrets signed it', () => {
    const expected = {
      id: paid.id,
      object: { kind: 'charge', ref: (paid.data.object as { id: string }).id },
    };
    for (const secrets of [['whsec_simulated'], ['whsec_rolled'], ['whsec_other', 'whsec_rolled']])
      expect(read(JSON.stringify(paid), { secrets })).toMatchObject(expected);
  });

  /** @shows S14.17 */
  it('is refused when it is forged, altered, or signed more than five minutes ago', () => {
    const body = JSON.stringify(paid);
    const forged = [
      () => read(body, { secrets: ['whsec_other'] }),
      () => read(body, { scheme: 'v0' }),
      () => read(body, { at: seconds() - 301 }),
      () => read(body, {}, `${body} `),
      () => read(body, {}, body.replace('succeeded', 'processing')),
      () => open.gateway.parseEvent({ raw: Buffer.from(body), signature: undefined, now: new Date() }),
      () => open.gateway.parseEvent({ raw: Buffer.from(body), signature: 'nonsense', now: new Date() }),
    ];
    for (const one of forged) expect(one).toThrow(BadSignature);
    expect(read(body, { at: seconds() - 299 })).not.toBe('not_ours');
  });

  it.each(
    Object.keys(ODD_EVENTS).filter((name) => !name.includes('object that is') && !name.includes('contra')),
  )('is not ours %s', (name) => {
    expect(read(JSON.stringify(ODD_EVENTS[name]!(paid)))).toBe('not_ours');
  });

  it('brings nothing of its body but a name', () => {
    const odd = ODD_EVENTS['that contradicts its object']!(paid);
    expect(read(JSON.stringify(odd))).toEqual(read(JSON.stringify(paid)));
  });
});

/** @shows S19.17 */
describe('the list of events', () => {
  const listed = async (pauses: readonly number[]) => {
    const gateway = await openOver(open.simulated, { pauses });
    return (await eventsOf(gateway, new Date(0))).length;
  };

  it('is read to its end although Stripe takes some of the calls for too many', async () => {
    const { faults } = open.simulated.simulator;
    const all = await listed([]);
    for (const kind of ['rate_limit', 'lock_timeout'] as const)
      faults.plan({ kind, calls: 'GET /v1/events' });
    expect(await listed([1, 1])).toBe(all);
    faults.plan({ kind: 'rate_limit', calls: 'GET /v1/events', times: 3 });
    await expect(listed([1, 1])).rejects.toThrow('429');
  });
});

describe('opening', () => {
  const opening = (key: string, origin: string) =>
    openStripeGateway({
      secretKey: new Secret(key),
      webhookSecrets: [],
      portal: '6f1c',
      log: silentLog(),
      simulator: { origin },
    });

  it('takes a secret key only, and sends it to no other machine', async () => {
    await expect(opening('pk_test_1', 'http://127.0.0.1:1')).rejects.toThrow('not a secret key');
    await expect(opening('sk_live_1', 'http://127.0.0.1:1')).rejects.toThrow('test key');
    await expect(opening('sk_test_1', 'http://stripe.example.com')).rejects.toThrow('on this machine');
  });

  it('refuses a card by its number', async () => {
    const card = { kind: 'card', number: new Secret(TEST_CARDS.good), name: 'Ada Test' } as never;
    const asked = open.simulated.simulator.requests.length;
    expect(await open.gateway.saveMethod(card, 'cus_1', 'key')).toMatchObject({ k: 'refused' });
    expect(open.simulated.simulator.requests).toHaveLength(asked);
  });

  /** @shows S14.11 */
  it('alone reads the package: importing the adapter does not', () => {
    const program = `
      import { registerHooks } from 'node:module';
      registerHooks({ resolve(name, context, next) {
        if (name === 'stripe') console.log('read');
        return next(name, context);
      } });
      const { openStripeGateway } = await import('#platform/payments/stripe/open-stripe.ts');
      console.log('imported');
      await openStripeGateway({ secretKey: { reveal: () => 'sk_test_1' }, webhookSecrets: [], portal: 'p' });
    `;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect(stdout.trim().split('\n')).toEqual(['imported', 'read']);
  });
});
