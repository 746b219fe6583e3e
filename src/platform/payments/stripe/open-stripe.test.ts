import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  describeEvents,
  describeGateway,
  describeRefunds,
  type Enter,
} from '#tests/support/billing/gateway-suite.ts';
import { describeEntries, describeMethods } from '#tests/support/billing/entry-suite.ts';
import { describeDisputes } from '#tests/support/billing/disputes-suite.ts';
import { describeConfirmation } from '#tests/support/billing/confirmation-suite.ts';
import { describeMovements } from '#tests/support/billing/movements-suite.ts';
import {
  enterAtStripe,
  handsAt,
  type OpenStripe,
  startWithGateway,
} from '#tests/support/billing/stripe-hands.ts';

let open: OpenStripe;
const gateway = () => open.gateway;
const enter: Enter = (...typed) => enterAtStripe(open.simulated)(...typed);

beforeAll(async () => {
  open = await startWithGateway();
});
afterAll(async () => {
  await open.simulated.close();
  open.simulated.simulator.expectNoFaults();
});

/** @shows S14.16 S15.10 S16.6 S16.9 S17.9 S18.6 */
describe('what every adapter keeps, Stripe keeps too', () => {
  describeGateway('Stripe', gateway, enter);
  describeRefunds('Stripe', gateway, enter);
  describeConfirmation('Stripe', gateway, {
    enter,
    confirm: async (secret, isConfirmed) =>
      open.simulated.simulator.browser.handleNextAction(secret, isConfirmed ? 'good' : 'fails'),
  });
  describeEvents('Stripe', gateway, enter);
  describeMethods('Stripe', gateway, enter);
  describeEntries('Stripe', gateway, () => handsAt(open.simulated));
  describeDisputes('Stripe', gateway, {
    enter,
    // Stripe's card is disputed at once.
    open: async () => undefined,
    decide: async (charge_ref, ending) => {
      const { world, outside } = open.simulated.simulator;
      const dispute = world.store.list('dispute').find((one) => one.payment_intent === charge_ref);
      outside.moveDispute(dispute!.id, ending === 'lost' ? 'lost' : 'won');
    },
  });
  describeMovements('Stripe', gateway, {
    enter,
    advance: (days) => open.simulated.simulator.advance(days),
  });
});

describe('the account behind the keys', () => {
  it('says who it is, and where people see a dispute', async () => {
    expect(await open.gateway.identify()).toBe('acct_simulated');
    expect(open.gateway.pageOfDispute('du_7')).toBe('https://dashboard.stripe.com/test/disputes/du_7');
  });
});
