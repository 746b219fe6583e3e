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

/** The result is unknown, or the payer must confirm; the resolver follows the attempt. */
export const UNRESOLVED_ATTEMPTS: readonly AttemptState[] = ['created', 'sent', 'unknown', 'action'];

/** The payment is taken: no second attempt may be opened (I3). */
export const LIVE_ATTEMPTS: readonly AttemptState[] = [...UNRESOLVED_ATTEMPTS, 'processing', 'succeeded'];

/** No money came, or the bank took the money back; no answer follows. */
export const FAILED_ATTEMPTS: readonly AttemptState[] = ['declined', 'not_found', 'returned'];
