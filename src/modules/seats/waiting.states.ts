/** Why an entry of a waiting list ended; staff remove a child (OF6.3). */
export const CLOSED_REASONS = ['bought', 'left', 'lapsed', 'removed'] as const;
export type ClosedReason = (typeof CLOSED_REASONS)[number];

/** `paused`: for a day after an offer that was taken back (H8). */
export const WAITING_STATES = ['waits', 'offered', 'paused', 'ended'] as const;
export type WaitingState = (typeof WAITING_STATES)[number];
