import type { ChargeOutcome } from '#platform/payments/gateway.ts';
import type { AttemptState } from './attempt.states.ts';

/** Answers come twice, late and in any order (I3, I4, M6, reliability 4.3). */
export const ATTEMPT_TRANSITIONS: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  // Withdrawn before the send, because the collection stopped.
  created: ['sent', 'not_found'],
  sent: ['unknown', 'action', 'processing', 'succeeded', 'declined', 'not_found'],
  unknown: ['action', 'processing', 'succeeded', 'declined', 'not_found'],
  // The payer confirms, fails or leaves; then the processor ends the charge.
  action: ['processing', 'succeeded', 'declined', 'not_found'],
  // The bank settles the debit within days, or returns the debit, even after the settlement.
  processing: ['succeeded', 'returned'],
  succeeded: ['returned'],
  declined: [],
  not_found: [],
  returned: [],
};

/** A debit stopped by the company's limit is returned by the processor, not by the bank. */
export type GatewayResult = ChargeOutcome | { k: 'not_found'; is_withdrawn?: true } | StoppedDebit;

type StoppedDebit = { k: 'returned'; ref: string; code: 'company_limit'; next: 'later' };

export const isStoppedDebit = ({ state, code }: { state: string | null; code: string | null }): boolean =>
  state === 'returned' && code === 'company_limit';

export function orStopped(from: AttemptState, result: GatewayResult): GatewayResult {
  if (from !== 'processing' || result.k !== 'declined' || result.code !== 'company_limit') return result;
  return { k: 'returned', ref: result.ref!, code: result.code, next: 'later' };
}

const STATE_OF: Record<GatewayResult['k'], AttemptState> = {
  succeeded: 'succeeded',
  pending: 'processing',
  declined: 'declined',
  returned: 'returned',
  unknown: 'unknown',
  action: 'action',
  not_found: 'not_found',
};

export type Transition = 'make' | 'known_already' | 'conflict';

/** @returns `conflict` for money on an attempt given up: staff must look */
export function nextState(
  from: AttemptState,
  gatewayResult: GatewayResult,
): { to: AttemptState; transition: Transition } {
  const to = STATE_OF[gatewayResult.k];
  // Another flow has sent the attempt meanwhile.
  if ('is_withdrawn' in gatewayResult && from !== 'created') return { to, transition: 'known_already' };
  if (ATTEMPT_TRANSITIONS[from].includes(to)) return { to, transition: 'make' };
  const wasGivenUp = from === 'declined' || from === 'not_found';
  return { to, transition: isMoney(gatewayResult) && wasGivenUp ? 'conflict' : 'known_already' };
}

export const isMoney = ({ k }: GatewayResult): boolean => k === 'succeeded' || k === 'pending';
