import type { Tried } from '#modules/billing/payments/retry-policy.ts';

const LATER = ['insufficient_funds', 'processing_error', 'R01', 'R09'];

/** A try that came to nothing, with the advice that its code usually brings: a debit where it came back. */
export const tried = (state: string, code: string | null, changes: Partial<Tried> = {}): Tried => ({
  state,
  code,
  next: code === null ? null : LATER.includes(code) ? 'later' : 'new_method',
  kind: state === 'returned' ? 'bank' : 'card',
  ...changes,
});
