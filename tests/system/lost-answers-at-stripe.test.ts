import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { collect, type Collected } from '#modules/billing/charges/charges.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { FaultKind } from '#tests/simulators/stripe/faults.ts';
import { savingAtStripe, startWithGateway, type OpenStripe } from '#tests/support/billing/stripe-hands.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { inLane } from '#tests/support/lane.ts';

/** Of the checks; the short lane plays a share of them. */
const CHARGES = inLane({ short: 20, long: 500 });
const CALL = 'POST /v1/payment_intents';
// The SDK asks again by itself when its line is cut, so one lost answer takes two.
const LOST = 2;

let t: TestBilling;
let open: OpenStripe;
let billing: BillingContext;

beforeAll(async () => {
  t = await createTestBilling();
  open = await startWithGateway();
  billing = { ...t.billing, gateway: savingAtStripe(open.gateway, open.simulated) };
});
afterEach(() => open.simulated.simulator.faults.clear());
afterAll(async () => {
  await open.simulated.close();
  await t.close();
});

const intents = () => open.simulated.simulator.world.store.list('payment_intent').length;
const sent = () => open.simulated.simulator.requests.filter(({ verb, path }) => `${verb} ${path}` === CALL);

/** The first charge of an order, whose first call has bad luck. */
async function chargedWith(kind: FaultKind, times: number): Promise<Collected['k']> {
  const { attempt_id } = await openedCharge(billing, typedCard(TEST_CARDS.good));
  open.simulated.simulator.faults.plan({ kind, calls: CALL, times });
  return (await collect(billing, attempt_id)).k;
}

const stateCounts = async () => {
  const { rows } = await t.database.pool.query(
    'select state, count(*)::int as count from charge_attempts group by state',
  );
  return rows;
};

/** @shows S21.1 */
describe('the first call of every charge at Stripe is lost', () => {
  it.each([
    ['after its effect (check 7)', 'drop_after'],
    ['before its effect (check 8)', 'drop_before'],
  ] as const)('%s: each is charged once, and none is declined', { timeout: 900_000 }, async (_when, kind) => {
    const before = intents();
    const told = new Set<string>();
    for (let at = 0; at < CHARGES; at += 1) told.add(await chargedWith(kind, LOST));
    expect([...told]).toEqual(['succeeded']);
    expect(intents() - before).toBe(CHARGES);
    expect((await stateCounts()).map(({ state }) => state)).toEqual(['succeeded']);
    open.simulated.simulator.expectNoFaults();
  });

  /** @shows S21.2 */
  it('an error that Stripe keeps is asked for four times more at most, and declines nothing', async () => {
    const [before, calls] = [intents(), sent().length];
    expect(await chargedWith('error_500_saved', 1)).toBe('unknown');
    expect(intents() - before).toBe(1);
    expect(sent().length - calls).toBeLessThanOrEqual(1 + 4);
  });
});
