import { describe, expect, it } from 'vitest';
import { Secret } from '#kit/secret.ts';
import { silentLog } from '#platform/log/log.ts';
import { startStripe } from '#tests/simulators/stripe/http.ts';
import { openStripeGateway } from './open-stripe.ts';

const LIMIT = 3;

/** @shows S25.10 */
describe('a question whose line is cut', () => {
  it('is asked once more, in its turn: what the SDK sends by itself counts as well', async () => {
    const stripe = await startStripe();
    const { faults, rate } = stripe.simulator;
    const gateway = await openStripeGateway({
      secretKey: new Secret('sk_test_simulated'),
      webhookSecrets: [],
      portal: '6f1c',
      log: silentLog(),
      simulator: { origin: stripe.origin },
      limits: { ofEndpoint: LIMIT, overall: LIMIT, longestWaitMs: Infinity, pausesMs: [] },
    });
    faults.plan({ kind: 'drop_before', times: LIMIT });
    const asked = Array.from({ length: 2 * LIMIT }, () => gateway.balance());
    expect(await Promise.all(asked)).toEqual(Array(2 * LIMIT).fill(0));
    expect(rate.mostInASecond()).toBe(LIMIT);
    await stripe.close();
  });
});
