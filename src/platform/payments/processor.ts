export type Processor = 'sandbox' | 'stripe_test' | 'stripe_live';

export function processorOf({ stripe }: { stripe?: { isLive: boolean } | undefined }): Processor {
  if (!stripe) return 'sandbox';
  return stripe.isLive ? 'stripe_live' : 'stripe_test';
}
