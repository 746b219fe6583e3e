/** How a refund reaches the family: the card or bank account that paid, a check, or the driver fund (R2). */
export const REFUND_CHANNELS = ['processor', 'check', 'driver_fund'] as const;
export type RefundChannel = (typeof REFUND_CHANNELS)[number];

/** Where the money of a payment is; what can be given back depends on it. */
export const CAPTURE_STATUSES = [
  /** charged and arrived */
  'arrived',
  /** received by the office, by check or cash: the processor has none of it */
  'received',
  /** with a processor that this portal has left: only a check can give it back */
  'elsewhere',
  /** a bank debit that the processor no longer gives back: only a check can */
  'too_old',
  /** a bank debit that has not settled: its bank may still send it back (M6) */
  'unsettled',
  /** a charge whose answer is awaited */
  'on_its_way',
  /** the bank of the card has taken it back until it has decided */
  'disputed',
  /** the bank sent it back */
  'returned',
] as const;
export type CaptureStatus = (typeof CAPTURE_STATUSES)[number];

/** Where a refund of one payment stands; `refund-transitions.ts` has the moves between them. */
export const REFUND_STATES = [
  'created',
  'sent',
  'unknown',
  /** the processor has accepted it, and the money has not left yet */
  'pending',
  'succeeded',
  'failed',
  /** it had succeeded, and the money came back to us: a closed card, days later */
  'bounced',
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** The result is not known yet; the resolver looks after it. */
export const UNRESOLVED_REFUNDS: readonly RefundState[] = ['created', 'sent', 'unknown'];

/** It may still succeed or fail; what it is for stays reserved, and nobody is told yet. */
export const OPEN_REFUNDS: readonly RefundState[] = [...UNRESOLVED_REFUNDS, 'pending'];

/** The money is with us; nothing is reserved for it. */
export const UNDONE_REFUNDS: readonly RefundState[] = ['failed', 'bounced'];
