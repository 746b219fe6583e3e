import { afterAll, beforeAll, describe } from 'vitest';
import {
  describeEvents,
  describeGateway,
  describeRefunds,
  type Enter,
} from '#tests/support/billing/gateway-suite.ts';
import { enterAtStripe, type OpenStripe, startWithGateway } from '#tests/support/billing/stripe-hands.ts';

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

/** @shows S14.16 */
describe('what every adapter keeps, Stripe keeps too', () => {
  describeGateway('Stripe', gateway, enter);
  describeRefunds('Stripe', gateway, enter);
  describeEvents('Stripe', gateway, enter);
});
