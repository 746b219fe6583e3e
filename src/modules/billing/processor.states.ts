/** Who moves the money: our own sandbox, or Stripe with test or with live keys. */
export const PROCESSORS = ['sandbox', 'stripe_test', 'stripe_live'] as const;
