/** How a refund reaches the family: the card or bank account that paid, a check, or the driver fund (R2). */
export const REFUND_CHANNELS = ['processor', 'check', 'driver_fund'] as const;
export type RefundChannel = (typeof REFUND_CHANNELS)[number];

/** Where a refund of one payment stands; `refund-transitions.ts` has the moves between them. */
export const REFUND_STATES = ['created', 'sent', 'unknown', 'succeeded', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** The result is not known yet; the resolver looks after it. */
export const UNRESOLVED_REFUNDS: readonly RefundState[] = ['created', 'sent', 'unknown'];
