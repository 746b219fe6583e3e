import type { ChargeOutcome } from '#platform/payments/gateway.ts';
import type { AttemptState } from './attempt.states.ts';

/**
 * Every move that an attempt may make. Answers arrive twice, late and in any order; a move that is not
 * here is not made, so no answer can undo what a later one said (I3, I4).
 * Source: reliability 4.3, M6
 */
export const ATTEMPT_TRANSITIONS: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  // Withdrawn before it was sent, as the collection has stopped.
  created: ['sent', 'not_found'],
  sent: ['unknown', 'action', 'processing', 'succeeded', 'declined', 'not_found'],
  unknown: ['action', 'processing', 'succeeded', 'declined', 'not_found'],
  // The payer confirms, fails to, or leaves: then it is ended, and becomes what the processor says.
  action: ['processing', 'succeeded', 'declined', 'not_found'],
  // A bank answers within days: it settles the debit, or sends it back before or after that.
  processing: ['succeeded', 'returned'],
  succeeded: ['returned'],
  declined: [],
  not_found: [],
  returned: [],
};

/**
 * What the door applies: an answer of the processor, or that a look-up found no charge. `is_withdrawn`: it
 * was never sent, and is not going to be. A debit on its way that the company's limit stops comes back
 * too, from the processor and not from its bank.
 */
export type GatewayResult = ChargeOutcome | { k: 'not_found'; is_withdrawn?: true } | StoppedDebit;

type StoppedDebit = { k: 'returned'; ref: string; code: 'company_limit'; next: 'later' };

/** A debit that counted as paid, and that the processor has stopped for the company's limit. */
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

/**
 * Whether a verdict moves an attempt on.
 * @returns `known_already` for an answer that says nothing new, `conflict` for one that a person must see:
 *          money found on an attempt that was given up
 */
export function nextState(
  from: AttemptState,
  gatewayResult: GatewayResult,
): { to: AttemptState; transition: Transition } {
  const to = STATE_OF[gatewayResult.k];
  // Somebody has sent it meanwhile.
  if ('is_withdrawn' in gatewayResult && from !== 'created') return { to, transition: 'known_already' };
  if (ATTEMPT_TRANSITIONS[from].includes(to)) return { to, transition: 'make' };
  const wasGivenUp = from === 'declined' || from === 'not_found';
  return { to, transition: isMoney(gatewayResult) && wasGivenUp ? 'conflict' : 'known_already' };
}

/** Whether money was taken, or a debit is on its way. */
export const isMoney = ({ k }: GatewayResult): boolean => k === 'succeeded' || k === 'pending';
