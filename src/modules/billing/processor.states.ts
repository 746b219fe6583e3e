export const PROCESSORS = ['sandbox', 'stripe_test', 'stripe_live'] as const;
