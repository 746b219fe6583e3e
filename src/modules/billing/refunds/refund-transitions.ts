import type { RefundOutcome } from '#platform/payments/gateway.ts';

export const REFUND_STATES = ['created', 'sent', 'unknown', 'succeeded', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/**
 * Every move that a refund may make; as with charges, a late or repeated answer undoes nothing.
 * Source: reliability 4.3
 */
export const REFUND_MOVES: Readonly<Record<RefundState, readonly RefundState[]>> = {
  created: ['sent'],
  sent: ['unknown', 'succeeded', 'failed'],
  unknown: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
};

/** What the door applies: an answer of the processor, or that a look-up found no refund. */
export type RefundVerdict = RefundOutcome | { k: 'not_found' };

const STATE_OF: Record<RefundVerdict['k'], RefundState> = {
  succeeded: 'succeeded',
  refused: 'failed',
  not_found: 'failed',
  unknown: 'unknown',
};

/**
 * Whether a verdict moves a refund on.
 * @returns `contradicts` when money went back on a refund that was given up: a person must see it
 */
export function judgeRefund(
  from: RefundState,
  verdict: RefundVerdict,
): { to: RefundState; move: 'make' | 'known_already' | 'contradicts' } {
  const to = STATE_OF[verdict.k];
  if (REFUND_MOVES[from].includes(to)) return { to, move: 'make' };
  return { to, move: from === 'failed' && to === 'succeeded' ? 'contradicts' : 'known_already' };
}

/** Refunds whose result is not known yet. */
export const UNRESOLVED_REFUNDS: readonly RefundState[] = ['created', 'sent', 'unknown'];
