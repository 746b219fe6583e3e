import type { Endpoint } from '#tests/simulators/stripe/events.ts';
import { type SimulatedStripe, startStripe } from '#tests/simulators/stripe/http.ts';
import { startDemoPortal } from './demo-portal.ts';

/** The settings of a portal whose money a simulated Stripe moves. */
export const stripeSettings = ({ origin }: Pick<SimulatedStripe, 'origin'>) => ({
  STRIPE_SECRET_KEY: 'sk_test_simulated',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_simulated',
  STRIPE_WEBHOOK_SECRETS: 'whsec_simulated',
  STRIPE_API: origin,
});

/** Where a portal's events are delivered, wherever it is by then. */
export const endpointOf =
  (address: () => string): Endpoint =>
  async (body, headers) =>
    (await fetch(`${address()}/api/webhooks/stripe`, { method: 'POST', headers, body })).status;

export type PortalOnStripe = Awaited<ReturnType<typeof startDemoPortal>> & { stripe: SimulatedStripe };

/**
 * The portal as `npm start` runs it, with the demo's people and no orders, and a simulated Stripe in this
 * process; `serveStripeFields(page, portal.stripe.simulator)` gives a browser its fields.
 */
export async function startPortalOnStripe(env: Record<string, string> = {}): Promise<PortalOnStripe> {
  const stripe = await startStripe({ now: new Date() });
  const portal = await startDemoPortal({ ...stripeSettings(stripe), ...env });
  stripe.simulator.world.events.deliverTo(endpointOf(() => portal.address));
  const stop = async () => {
    await portal.stop();
    await stripe.close();
  };
  return { ...portal, stripe, stop };
}
