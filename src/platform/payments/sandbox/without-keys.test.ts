import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutKeys } from '#tests/simulation/processors/without-keys.ts';
import { describeListing } from '#tests/support/billing/listed-suites.ts';
import { aRequest, allOf } from '#tests/support/billing/port-requests.ts';
import { describePort } from '#tests/support/billing/port-suites.ts';
import { type OpenSandbox, startSandbox } from '#tests/support/billing/sandbox-port.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';

let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await startSandbox(new Date('2026-04-10T14:00:00Z'), withoutKeys);
});
afterAll(() => sandbox.close());

/** @shows S21.10 */
describe('a processor that knows no keys keeps every promise that is told of none', () => {
  describePort('without keys', () => sandbox.port, { knowsKeys: false });
  describeListing('without keys');

  it('and charges twice what it is asked twice', async () => {
    const { gateway } = sandbox.port;
    const request = await aRequest(gateway, typedCard(TEST_CARDS.good));
    const made = [await gateway.charge(request, 'a-key'), await gateway.charge(request, 'a-key')];
    const refs = made.map((one) => (one as { ref: string }).ref);
    expect(new Set(refs).size).toBe(2);
    const lines = (await allOf(gateway.movements())).filter(({ charge_ref }) => refs.includes(charge_ref!));
    expect(lines).toHaveLength(2);
  });
});
