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

/** What staff took back of what they had entered by hand (MC9). */
export const REVERSED_ENTRIES = ['check_returned', 'received_by_mistake', 'waived_by_mistake'] as const;
export type ReversedEntry = (typeof REVERSED_ENTRIES)[number];

/** The day of the payment may have passed, and no answer is known. */
export const UNANSWERED = ['scheduled', 'in_flight'] as const satisfies readonly PaymentState[];

/** An attempt failed or was not possible, and the payment is still owed (M7). */
export const STUCK = ['failed', 'returned', 'needs_method'] as const satisfies readonly PaymentState[];

export const UNPAID = ['scheduled', ...STUCK] as const satisfies readonly PaymentState[];

export const isStuck = (status: string): boolean => STUCK.some((stuck) => stuck === status);
