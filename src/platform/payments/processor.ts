/** Who moves the money of this portal: our own sandbox, or Stripe with test or with live keys. */
export type Processor = 'sandbox' | 'stripe_test' | 'stripe_live';

/** The processor that the environment has set up. */
export function processorOf({ stripe }: { stripe?: { isLive: boolean } | undefined }): Processor {
  if (!stripe) return 'sandbox';
  return stripe.isLive ? 'stripe_live' : 'stripe_test';
}
