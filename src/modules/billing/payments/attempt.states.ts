/** Where an attempt to collect a payment stands; `attempt-transitions.ts` has the moves between them. */
export const ATTEMPT_STATES = [
  'created',
  'sent',
  'unknown',
  'action',
  'processing',
  'succeeded',
  'declined',
  'not_found',
  'returned',
] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** The result is not known yet, or the payer has yet to confirm; the resolver looks after it. */
export const UNRESOLVED_ATTEMPTS: readonly AttemptState[] = ['created', 'sent', 'unknown', 'action'];

/** It holds the payment: no second attempt may be opened beside it (I3). */
export const LIVE_ATTEMPTS: readonly AttemptState[] = [...UNRESOLVED_ATTEMPTS, 'processing', 'succeeded'];

/** It brought no money, or the bank took the money back; no answer follows. */
export const FAILED_ATTEMPTS: readonly AttemptState[] = ['declined', 'not_found', 'returned'];
