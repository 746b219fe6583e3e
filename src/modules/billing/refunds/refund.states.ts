/** Source: R2 */
export const REFUND_CHANNELS = ['processor', 'check', 'driver_fund'] as const;
export type RefundChannel = (typeof REFUND_CHANNELS)[number];

/** Why staff take back a refund that they entered by hand (MC9). */
export const REFUND_REVERSALS = ['never_cashed', 'entered_by_mistake'] as const;
export type RefundReversal = (typeof REFUND_REVERSALS)[number];

export const CAPTURE_STATUSES = [
  'arrived',
  /** received by the office, by check or cash: the processor has no part of the money */
  'received',
  /** at a processor no longer used by this portal: only a check can refund */
  'elsewhere',
  /** a bank debit too old for the processor: only a check can refund */
  'too_old',
  /** an unsettled bank debit: the bank may still return the debit (M6) */
  'unsettled',
  'on_its_way',
  /** taken back by the bank of the card, until the bank decides */
  'disputed',
  'returned',
] as const;
export type CaptureStatus = (typeof CAPTURE_STATUSES)[number];

export const REFUND_STATES = [
  'created',
  'sent',
  'unknown',
  /** accepted by the processor; the money has not left yet */
  'pending',
  'succeeded',
  'failed',
  /** succeeded at first, and the money came back days later, or staff took the refund back */
  'bounced',
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export const UNRESOLVED_REFUNDS: readonly RefundState[] = ['created', 'sent', 'unknown'];

/** May still succeed or fail; the amount stays reserved, and nobody is notified yet. */
export const OPEN_REFUNDS: readonly RefundState[] = [...UNRESOLVED_REFUNDS, 'pending'];

export const UNDONE_REFUNDS: readonly RefundState[] = ['failed', 'bounced'];
