import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeEntries } from '#tests/support/billing/entry-suite.ts';
import { describeListing } from '#tests/support/billing/listed-suites.ts';
import type { Port } from '#tests/support/billing/port.ts';
import { describePort } from '#tests/support/billing/port-suites.ts';
import {
  enterAtStripe,
  handsAt,
  openWithoutLine,
  type OpenStripe,
  startWithGateway,
} from '#tests/support/billing/stripe-hands.ts';
import { aRequest, PAYER } from '#tests/support/billing/port-requests.ts';
import { portAtStripe } from '#tests/support/billing/stripe-port.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';

const LINES = [
  ['Stripe', startWithGateway, undefined],
  ['Stripe in process', openWithoutLine, 1],
] as const;

/** @shows S14.13 S14.14 S14.16 S15.10 S16.6 S16.9 S17.9 S18.6 S24.13 */
describe.each(LINES)('what every adapter keeps, %s keeps too', (name, start, lost) => {
  let open: OpenStripe;
  let port: Port;

  beforeAll(async () => {
    open = await start();
    port = portAtStripe(open, lost);
  });
  afterAll(() => open.simulated.close());

  describePort(name, () => port);
  describeEntries(
    name,
    () => open.gateway,
    () => handsAt(open.simulated, lost),
  );
  describeListing(name);
});

describe('the account behind the keys', () => {
  it('says who it is, and where people see a dispute', async () => {
    const open = await startWithGateway();
    expect(await open.gateway.identify()).toBe('acct_simulated');
    expect(open.gateway.pageOfDispute('du_7')).toBe('https://dashboard.stripe.com/test/disputes/du_7');
    await open.simulated.close();
  });
});

/** @shows S19.15 */
describe('a place in the line of Stripe', () => {
  type Ask = (open: OpenStripe) => Promise<unknown>;

  const charge: Ask = async ({ gateway, simulated }) =>
    gateway.charge(
      await aRequest(gateway, typedCard(TEST_CARDS.good), enterAtStripe(simulated)),
      randomUUID(),
    );
  const enter: Ask = async ({ gateway }) => {
    const customer = await gateway.ensureCustomer(PAYER, 'customer-1');
    const request = { entry_id: 1, user_id: PAYER.user_id, kind: 'card', customer } as const;
    return gateway.beginEntry(request, randomUUID());
  };

  it.each([
    ['charge', 'entry', charge],
    ['entry', 'charge', enter],
  ] as const)('is busy for one more %s, and free for one more %s', async (taken, free, ask) => {
    const open = await startWithGateway({ limits: { ofEndpoint: 1, longestWaitMs: 500 } });
    await ask(open);
    expect(open.gateway.keepPlace!(taken)).toBe('busy');
    expect(open.gateway.keepPlace!(free)).toBeTypeOf('function');
    await open.simulated.close();
  });
});
