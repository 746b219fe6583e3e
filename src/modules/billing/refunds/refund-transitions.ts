import type { RefundOutcome } from '#platform/payments/gateway.ts';
import type { RefundState } from './refund.states.ts';

/** As with charges, a late or repeated answer undoes nothing (reliability 4.3). */
export const REFUND_TRANSITIONS: Readonly<Record<RefundState, readonly RefundState[]>> = {
  created: ['sent'],
  sent: ['unknown', 'pending', 'succeeded', 'failed'],
  unknown: ['pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: ['bounced'],
  failed: [],
  bounced: [],
};

export type GatewayRefundResult = RefundOutcome | { k: 'not_found' };

const STATE_OF: Record<GatewayRefundResult['k'], RefundState> = {
  pending: 'pending',
  succeeded: 'succeeded',
  bounced: 'bounced',
  refused: 'failed',
  not_found: 'failed',
  unknown: 'unknown',
};

/** @returns `conflict` for money refunded on a refund given up: staff must look */
export function nextRefundState(
  from: RefundState,
  gatewayResult: GatewayRefundResult,
): { to: RefundState; transition: 'make' | 'known_already' | 'conflict' } {
  const to = STATE_OF[gatewayResult.k];
  if (REFUND_TRANSITIONS[from].includes(to)) return { to, transition: 'make' };
  const isMoney = to === 'succeeded' || to === 'pending' || to === 'bounced';
  return { to, transition: from === 'failed' && isMoney ? 'conflict' : 'known_already' };
}
