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
import { describeDebits } from '#tests/support/billing/debits-suite.ts';
import { describeListing } from '#tests/support/billing/listed-suites.ts';
import {
  enterAtStripe,
  handsAt,
  openWithoutLine,
  type OpenStripe,
  startWithGateway,
} from '#tests/support/billing/stripe-hands.ts';

const LINES = [
  ['Stripe', startWithGateway, undefined],
  ['Stripe in process', openWithoutLine, 1],
] as const;

/** @shows S14.16 S15.10 S16.6 S16.9 S17.9 S18.6 S24.13 */
describe.each(LINES)('what every adapter keeps, %s keeps too', (name, start, lost) => {
  let open: OpenStripe;
  const gateway = () => open.gateway;
  const enter: Enter = (...typed) => enterAtStripe(open.simulated, lost)(...typed);
  const advance = (days: number) => open.simulated.simulator.advance(days);

  beforeAll(async () => void (open = await start()));
  afterAll(async () => {
    await open.simulated.close();
    open.simulated.simulator.expectNoFaults();
  });

  describeGateway(name, gateway, enter);
  describeRefunds(name, gateway, enter);
  describeConfirmation(name, gateway, {
    enter,
    confirm: async (secret, isConfirmed) =>
      open.simulated.simulator.browser.handleNextAction(secret, isConfirmed ? 'good' : 'fails'),
  });
  describeEvents(name, gateway, enter);
  describeMethods(name, gateway, enter);
  describeEntries(name, gateway, () => handsAt(open.simulated, lost));
  describeDisputes(name, gateway, {
    enter,
    // Stripe's card is disputed at once.
    open: async () => undefined,
    decide: async (charge_ref, ending) => {
      const { world, outside } = open.simulated.simulator;
      const dispute = world.store.list('dispute').find((one) => one.payment_intent === charge_ref);
      outside.moveDispute(dispute!.id, ending === 'lost' ? 'lost' : 'won');
    },
  });
  describeDebits(name, gateway, { enter, advance });
  describeMovements(name, gateway, { enter, advance });
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
