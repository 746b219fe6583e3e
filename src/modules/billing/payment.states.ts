/** Where a payment stands. */
export const PAYMENT_STATES = [
  'scheduled',
  'in_flight',
  'processing',
  'paid',
  'failed',
  'returned',
  'needs_method',
  'cancelled',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Its day may have passed, and no answer about it is known. */
export const UNANSWERED = ['scheduled', 'in_flight'] as const satisfies readonly PaymentState[];

/** It was tried, or could not even be, and is still owed (M7). */
export const STUCK = ['failed', 'returned', 'needs_method'] as const satisfies readonly PaymentState[];

/** It is owed, and no charge of it is on its way. */
export const UNPAID = ['scheduled', ...STUCK] as const satisfies readonly PaymentState[];

export const isStuck = (status: string): boolean => STUCK.some((stuck) => stuck === status);
