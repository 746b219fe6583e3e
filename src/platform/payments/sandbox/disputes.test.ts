import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox, type OpenSandbox } from '#tests/support/billing/sandbox-port.ts';
import { aRequest, eventsOf } from '#tests/support/billing/port-requests.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';

let sandbox: OpenSandbox;
beforeAll(async () => void (sandbox = await startSandbox(new Date('2026-04-10T14:00:00Z'))));
afterAll(() => sandbox.close());

it('disputes that open on one day are told in the order in which their charges were made', async () => {
  const { gateway, port } = sandbox;
  const charges: unknown[] = [];
  for (let nr = 1; nr <= 6; nr++) {
    const request = await aRequest(gateway, typedCard(TEST_CARDS.disputedThenLost));
    charges.push(await gateway.charge(request, `charge-${nr}`));
  }
  const before = sandbox.clock.now();
  await port.advance(10);
  const events = await eventsOf(gateway, before);
  const told = events.flatMap(({ object: { kind, ref } }) => (kind === 'dispute' ? [ref] : []));
  const disputed = await Promise.all(told.map((ref) => gateway.readDispute(ref)));
  expect(disputed.map((reading) => typeof reading === 'object' && reading.charge)).toEqual(charges);
});
