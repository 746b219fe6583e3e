import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#tests/simulators/stripe/events.ts';
import { type SimulatedStripe, startStripe } from '#tests/simulators/stripe/http.ts';
import { stripeSettings } from '#tests/support/portal/portal-on-stripe.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { testConfig } from './context-on-database.ts';
import { openSeasonApp, type SeasonApp } from './season-app.ts';

/** A portal in this process that sells the demo season through a simulated Stripe. */
export type StripeApp = SeasonApp & {
  stripe: SimulatedStripe;
  /** moves the clocks of the portal and of Stripe together; what is due then happens at Stripe alone */
  advance(days: number): Promise<void>;
};

/** An endpoint for the simulator's events: the portal's, without a network. */
export const deliverTo =
  (app: FastifyInstance): Endpoint =>
  async (payload, headers) =>
    (await app.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload })).statusCode;

/**
 *     const shop = await openStripeApp();
 *     afterAll(() => shop.close());
 */
export async function openStripeApp(settings: Record<string, string> = {}): Promise<StripeApp> {
  const stripe = await startStripe({ now: testClock().now() });
  const shop = await openSeasonApp({ config: testConfig({ ...stripeSettings(stripe), ...settings }) });
  const advance = async (days: number) => {
    shop.context.clock.advanceDays(days);
    await stripe.simulator.advance(days);
  };
  const close = async () => {
    await shop.close();
    await stripe.close();
  };
  return { ...shop, stripe, advance, close };
}
